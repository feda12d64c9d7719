import { makeAudit } from '../../audit/audit.ts'
import type { Act } from '../../identity/model/actor.ts'
import type { Webhook } from '../model/webhook.ts'
import { lockWebhook } from './change-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'
import * as webhooks from './webhook-store.ts'

export type EndPreviousSecret = (by: Act, companyId: string, webhookId: string) => Promise<Webhook>

/** Ends the grace period of a rotation: the secret that was replaced signs nothing more. */
export function makeEndPreviousSecret({
  db,
  now,
  newId,
}: Pick<WebhookDeps, 'db' | 'now' | 'newId'>): EndPreviousSecret {
  const audit = makeAudit({ now, newId })
  return (by, companyId, webhookId) =>
    db.transaction(async (tx) => {
      const { webhook, secrets } = await lockWebhook(tx, companyId, webhookId)
      if (secrets.previousSecretSealed === null) return webhook
      const at = now()
      const { secretSealed } = secrets
      await webhooks.setSecrets(
        tx,
        webhook,
        { secretSealed, previousSecretSealed: null, previousSecretUntil: null },
        at,
      )
      await audit.record(tx, by, {
        at,
        companyId,
        action: 'webhook.end-previous-secret',
        target: webhookId,
        before: { previousSecretUntil: webhook.previousSecretUntil ?? null },
        after: { previousSecretUntil: null },
      })
      return { ...webhook, previousSecretUntil: undefined, updatedAt: at }
    })
}
