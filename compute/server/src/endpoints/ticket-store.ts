import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export type Ticket = { sha256: Uint8Array; sessionId: string; companyId: string; path: string; expiresAt: Date }

/** For the deployment of this endpoint, if it is one for people of the company; false where it is not. A few that have expired go. */
export async function insert(tx: Queryable, endpointName: string, ticket: Ticket, now: Date): Promise<boolean> {
  const { sha256, sessionId, companyId, path, expiresAt } = ticket
  await sql`
    delete from endpoint_tickets where ticket_sha256 in (
      select ticket_sha256 from endpoint_tickets where expires_at < ${now} order by expires_at limit 20 for update skip locked)`.execute(
    tx,
  )
  const { rows } = await sql`
    insert into endpoint_tickets (ticket_sha256, session_id, company_id, deployment_id, path, expires_at)
    select ${sha256}, ${sessionId}, company_id, deployment_id, ${path}, ${expiresAt}::timestamptz
      from deployments
     where endpoint_name = ${endpointName} and company_id = ${companyId} and deleted_at is null
       and spec->>'access' = 'company'
    returning deployment_id`.execute(tx)
  return rows.length === 1
}

/** Uses it up, whatever comes of it. */
export async function use(
  db: Queryable,
  { sha256, deploymentId, now }: { sha256: Uint8Array; deploymentId: string; now: Date },
): Promise<Pick<Ticket, 'sessionId' | 'path'> | undefined> {
  const { rows } = await sql<Pick<Ticket, 'sessionId' | 'path'>>`
    delete from endpoint_tickets
     where ticket_sha256 = ${sha256} and deployment_id = ${deploymentId} and expires_at > ${now}
    returning session_id, path`.execute(db)
  return rows[0]
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from endpoint_tickets
     where ticket_sha256 in (select ticket_sha256 from endpoint_tickets where expires_at < ${before} limit ${limit})
    returning deployment_id`.execute(tx)
  return rows.length
}
