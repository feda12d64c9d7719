import type { Database, Queryable } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { deliveryBody } from '../delivery/delivery-body.ts'
import { requireWebhook } from '../registrations/change-webhook.ts'
import * as deliveries from './delivery-log-store.ts'

type ListOfWebhook<Filter, Row> = (
  companyId: string,
  webhookId: string,
  filter: Filter,
  limit: number,
) => Promise<Row[]>

/** Up to `limit` deliveries of a registration, newest first. */
export type ListDeliveries = ListOfWebhook<deliveries.DeliveryFilter, deliveries.LoggedDelivery>

export const makeListDeliveries =
  ({ db, now }: { db: Database; now: () => Date }): ListDeliveries =>
  async (companyId, webhookId, filter, limit) => {
    const webhook = await requireWebhook(db.connection, companyId, webhookId)
    return deliveries.list(db.connection, webhook, filter, now(), limit)
  }

/** A delivery with the body that its requests carry; undefined once a person has been erased from it. */
export type DeliveryWithBody = { delivery: deliveries.LoggedDelivery; body: string | undefined }

export type ReadDelivery = (id: deliveries.DeliveryId) => Promise<DeliveryWithBody>

export const makeReadDelivery =
  ({ db, now }: { db: Database; now: () => Date }): ReadDelivery =>
  (id) =>
    findDelivery(db.connection, id, now())

/** Another company's delivery is reported exactly as a missing one. */
export async function findDelivery(db: Queryable, id: deliveries.DeliveryId, now: Date): Promise<DeliveryWithBody> {
  await requireWebhook(db, id.companyId, id.webhookId)
  const found = await deliveries.find(db, id, now)
  if (!found) throw new Problem('not-found', 'Delivery not found.')
  const { delivery, data } = found
  const { kind, madeAt } = delivery
  return { delivery, body: data === null ? undefined : deliveryBody({ kind, madeAt, data }) }
}

/** Up to `limit` attempts of a registration, newest first. */
export type ListAttempts = ListOfWebhook<deliveries.AttemptFilter, deliveries.LoggedAttempt>

export const makeListAttempts =
  ({ db }: { db: Database }): ListAttempts =>
  async (companyId, webhookId, filter, limit) => {
    const webhook = await requireWebhook(db.connection, companyId, webhookId)
    return deliveries.listAttempts(db.connection, webhook, filter, limit)
  }
