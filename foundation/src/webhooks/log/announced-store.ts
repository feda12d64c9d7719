import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { firstIdAt } from '../../new-id.ts'
import type { DeliveryState } from '../model/delivery.ts'

/** A delivery of an event that announced something to a receiver. */
export type Announced = {
  webhookId: string
  url: string
  deliveryId: string
  kind: string
  state: DeliveryState
  madeAt: Date
  /** What the field holds in the data of the event. */
  dataId: string
}

/** The deliveries of events of these kinds and that time whose data has one of these ids in a field, in order; tests left out. */
export async function listAnnounced(
  db: Queryable,
  companyId: string,
  {
    kinds,
    dataIds,
    field = 'id',
    from,
    until,
  }: { kinds: readonly string[]; dataIds: readonly string[]; field?: string; from: Date; until: Date },
): Promise<Announced[]> {
  const { rows } = await sql<Announced>`
    with telling as materialized (
      select e.id, e.kind, e.data::jsonb ->> ${field} as data_id
        from events e
       where e.company_id = ${companyId} and e.id >= ${firstIdAt('evt', from)} and e.id < ${firstIdAt('evt', until)}
         and e.kind = any (${[...kinds]}::text[]) and e.only_webhook_id is null and e.data is not null)
    select w.id as webhook_id, w.url, d.id as delivery_id, t.kind, d.state, d.made_at, t.data_id
      from telling t
      join webhooks w on w.company_id = ${companyId} and w.deleted_at is null
      join webhook_deliveries d on d.id = webhook_delivery_id(t.id, w.id)
     where t.data_id = any (${[...dataIds]}::text[])
     order by d.id`.execute(db)
  return rows
}
