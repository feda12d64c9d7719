import { makeAudit } from '../../audit/audit.ts'
import type { Act } from '../../identity/model/actor.ts'
import { Problem } from '../../problem.ts'
import { announceDue } from '../events/event-store.ts'
import { lockWebhook, requireEnabled } from '../registrations/change-webhook.ts'
import type { WebhookDeps } from '../registrations/create-webhook.ts'
import * as deliveries from './delivery-log-store.ts'
import { type DeliveryWithBody, findDelivery } from './list-deliveries.ts'

export type ResendDelivery = (by: Act, id: deliveries.DeliveryId) => Promise<DeliveryWithBody>

/** Sends a delivery that has ended once more: at once, under the same id, with the same body, and with retries of its own. */
export function makeResendDelivery({ db, now, newId }: Pick<WebhookDeps, 'db' | 'now' | 'newId'>): ResendDelivery {
  const audit = makeAudit({ now, newId })
  return (by, id) =>
    db.transaction(async (tx) => {
      const { webhook } = await lockWebhook(tx, id.companyId, id.webhookId)
      const at = now()
      const { delivery, body } = await findDelivery(tx, id, at)
      requireEnabled(webhook)
      if (body === undefined)
        throw new Problem('conflict', 'This delivery cannot be sent again: a person was erased from it.')
      if (!(await deliveries.sendAgain(tx, id, at)))
        throw new Problem('conflict', 'This delivery is still in progress.')
      await announceDue(tx)
      await audit.record(tx, by, {
        at,
        companyId: id.companyId,
        action: 'webhook.resend',
        target: id.deliveryId,
        before: { state: delivery.state },
        after: { state: 'pending', webhookId: id.webhookId },
      })
      return findDelivery(tx, id, at)
    })
}
