/**
 * Webhooks: how something that has happened reaches the systems of the company it concerns, at least once.
 *
 * An **event** is appended in the transaction that caused it (`events/`), so there is none without its cause and, where
 * the company has a **registration** (`registrations/`), no cause without its event. The commit announces it, and the
 * first **deliverer** to hear makes one **delivery** of it for each registration that asked for its kind, under a key
 * that admits only one (`delivery/deliver.ts`, `delivery/delivery-store.ts`).
 *
 * A delivery is attempted under a **lease**: the claim names its holder and moves the time at which the delivery falls
 * due to the lease's end. A delivery whose receiver is well and has room is claimed as it is made; others wait in their
 * registration's **lane** (`lanes.ts`), which keeps a slow receiver from holding up the others. The request is put
 * together (`post-delivery.ts`) from stored text (`delivery-body.ts`), signed (`sign.ts`), and sent by the one sender
 * that judges addresses (`outbound/`). Its result is recorded as an **attempt**, in the statement that moves the delivery
 * on (`record-attempts.ts`, `outcome.ts`): only a 2xx is success; a failure is tried again after 2, 4 and 8 seconds, and
 * then the delivery has failed and can be sent again by hand (`log/`).
 *
 * If a process dies, its leases run out and another claims what it held, under the same delivery id and attempt number:
 * that costs the receiver a duplicate, which it recognizes by the id, and never a loss. A receiver that fails ten times
 * in a row has its first attempts held back (`breaker.ts`); a registration whose receiver is gone, or fails for days, is
 * disabled (`watch-receivers.ts`).
 */

import { Deliverer, type DeliveryDeps, type DeliverySettings } from './delivery/deliver.ts'
import { countDue } from './delivery/delivery-store.ts'

export { makeHeadersOf } from './delivery/delivery-headers.ts'
export { makeWebhookMetrics } from './delivery/webhook-metrics.ts'
export { documentEvents, eventsTag } from './events/document-events.ts'
export { append as appendEvents, appending as appendingEvents, hasWebhook } from './events/event-store.ts'
export { type Announced, listAnnounced } from './log/announced-store.ts'
export { countDeliveries, type DeliveryCounts } from './log/count-store.ts'
export { webhookPruners } from './log/pruners.ts'
export { webhookRedactors } from './log/redactors.ts'
export type { EventCatalogue } from './model/event.ts'
export { sealedWebhooks } from './registrations/sealed-webhooks.ts'
export { makeWebhookAdministration, type WebhookAdministration, webhookRoutes } from './webhook-administration.ts'

export type WebhooksOptions = Pick<DeliverySettings, 'perReceiver' | 'inFlight' | 'disableAfterMs'> &
  Partial<DeliverySettings>

export interface Webhooks {
  /** Takes nothing new; resolves when what is under way is recorded and the rest given back. */
  close(): Promise<void>
}

const usual = {
  attemptTimeoutMs: 10_000,
  leaseMs: 15_000,
  pollEveryMs: 500,
  heldForMs: 72 * 3_600_000,
}

/** Begins to deliver. Any number of processes may, on one database. */
export async function openWebhooks(deps: DeliveryDeps, options: WebhooksOptions): Promise<Webhooks> {
  const deliverer = await Deliverer.start(deps, { ...usual, ...options })
  deps.metrics.watch({
    inFlight: () => deliverer.inFlight,
    due: () => countDue(deps.db.connection, deps.now()),
    now: deps.now,
  })
  return { close: () => deliverer.stop() }
}
