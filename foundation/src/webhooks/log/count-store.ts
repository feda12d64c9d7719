/** All SQL that counts deliveries. */

import { sql } from 'kysely'
import { oneRow, type Queryable } from '../../database/database.ts'
import { firstIdAt } from '../../new-id.ts'

export type DeliveryCounts = {
  /** Registrations that are there now. */
  webhooks: number
  deliveries: { kind: string; succeeded: number; failed: number; pending: number }[]
}

/** Of the events of a time, by kind; without tests. The id of a delivery has the time of its event. */
export async function countDeliveries(
  db: Queryable,
  companyId: string,
  { from, until }: { from: Date; until: Date },
): Promise<DeliveryCounts> {
  const { rows: deliveries } = await sql<DeliveryCounts['deliveries'][number]>`
    select e.kind, (count(*) filter (where d.state = 'succeeded'))::int as succeeded,
           (count(*) filter (where d.state = 'failed'))::int as failed,
           (count(*) filter (where d.state = 'pending'))::int as pending
      from webhook_deliveries d
      join events e on e.id = d.event_id
     where d.company_id = ${companyId} and d.webhook_id in (select id from webhooks where company_id = ${companyId})
       and d.id >= ${firstIdAt('dlv', from)} and d.id < ${firstIdAt('dlv', until)} and e.only_webhook_id is null
     group by e.kind order by e.kind`.execute(db)
  const { rows } = await sql<{ webhooks: number }>`
    select count(*)::int as webhooks from webhooks where company_id = ${companyId} and deleted_at is null`.execute(db)
  return { ...oneRow(rows), deliveries }
}
