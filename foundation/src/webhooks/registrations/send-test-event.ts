import { makeAudit } from '../../audit/audit.ts'
import { findCompany } from '../../companies/companies.ts'
import type { Act } from '../../identity/model/actor.ts'
import { Problem } from '../../problem.ts'
import * as events from '../events/event-store.ts'
import { eventMaker, type NewEvent } from '../model/event.ts'
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
  const newEvent = eventMaker(catalogue)
  return (by, companyId, webhookId, kind) => {
    const known = catalogue.kinds[kind]
    if (!known) throw new Problem('invalid-request', `Event ${kind} not found.`)
    return db.transaction(async (tx) => {
      const { webhook } = await lockWebhook(tx, companyId, webhookId)
      requireEnabled(webhook)
      const company = await findCompany(tx, companyId)
      if (!company) throw new Error(`The company ${companyId} of a registration is missing.`)
      const { id, name, slug } = company
      const about = { id: newId('evt'), companyId, at: now(), onlyWebhookId: webhookId }
      const event = newEvent(kind, known.example({ id, name, slug }), about)
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
