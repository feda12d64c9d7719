import { makeAudit } from '../../audit/audit.ts'
import type { Act } from '../../identity/model/actor.ts'
import { announceDue } from '../events/event-store.ts'
import { lockWebhook } from './change-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { webhookFields } from './webhook-fields.ts'
import * as webhooks from './webhook-store.ts'

export type DeleteWebhook = (by: Act, companyId: string, webhookId: string) => Promise<void>

/** Ends a registration for good. What was on its way fails; what was delivered can no longer be read. */
export function makeDeleteWebhook({ db, now, newId }: Pick<WebhookDeps, 'db' | 'now' | 'newId'>): DeleteWebhook {
  const audit = makeAudit({ now, newId })
  return (by, companyId, webhookId) =>
    db.transaction(async (tx) => {
      const { webhook } = await lockWebhook(tx, companyId, webhookId)
      const at = now()
      await webhooks.markDeleted(tx, webhook, at)
      await announceDue(tx)
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'webhook.delete',
        target: webhookId,
        before: webhookFields(webhook),
      })
    })
}
