import { makeAudit } from '../../audit/audit.ts'
import { findCompany } from '../../companies/companies.ts'
import type { Act } from '../../identity/model/actor.ts'
import { Problem } from '../../problem.ts'
import * as events from '../events/event-store.ts'
import type { NewEvent } from '../model/event.ts'
import { lockWebhook, requireEnabled } from './change-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'

export type SendTestEvent = (by: Act, companyId: string, webhookId: string, kind: string) => Promise<NewEvent>

/** Sends an example of a kind to one registration, whichever kinds it asked for, by the way that every event goes. */
export function makeSendTestEvent({
  db,
  now,
  newId,
  catalogue,
}: Pick<WebhookDeps, 'db' | 'now' | 'newId' | 'catalogue'>): SendTestEvent {
  const audit = makeAudit({ now, newId })
  return (by, companyId, webhookId, kind) => {
    const known = catalogue.kinds[kind]
    if (!known) throw new Problem('invalid-request', `There is no event ${kind}.`)
    return db.transaction(async (tx) => {
      const { webhook } = await lockWebhook(tx, companyId, webhookId)
      requireEnabled(webhook)
      const company = await findCompany(tx, companyId)
      if (!company) throw new Error(`The company ${companyId} of a registration is missing.`)
      const { id, name, slug } = company
      const event: NewEvent = {
        id: newId('evt'),
        companyId,
        kind,
        tags: [],
        data: JSON.stringify(known.example({ id, name, slug })),
        at: now(),
        onlyWebhookId: webhookId,
      }
      await events.append(tx, [event])
      await audit.record(tx, by, {
        at: event.at,
        companyId,
        action: 'webhook.test',
        target: webhookId,
        after: { event: kind, eventId: event.id },
      })
      return event
    })
  }
}
