/** SQL on the deployments that the end of a company's hours concerns, and on telling of it. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export type Notice = {
  id: string
  companyId: string
  /** Null is the company as a whole. */
  deploymentId: string | null
  type: string
  message: string
  data: { [name: string]: unknown }
  at: Date
}

/** Those that hold, or are about to hold, GPUs that count. */
export async function concerned(db: Queryable, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ deployment_id: string }>`
    select deployment_id from deployments
     where company_id = ${companyId} and not simulated
       and status in ('provisioning', 'running', 'degraded', 'failing_over')
     order by deployment_id`.execute(db)
  return rows.map(({ deployment_id }) => deployment_id)
}

export async function append(tx: Queryable, notices: readonly Notice[]): Promise<void> {
  await sql`
    insert into deployment_events (event_id, company_id, deployment_id, type, message, actor, data, at)
    select n.id, n.company_id, n.deployment_id, n.type, n.message, 'system', n.data, n.at
      from jsonb_to_recordset(${JSON.stringify(notices.map(toRecord))}::jsonb)
        as n (id text, company_id text, deployment_id text, type text, message text, data jsonb, at timestamptz)`.execute(
    tx,
  )
}

const toRecord = ({ companyId, deploymentId, ...notice }: Notice) => ({
  ...notice,
  company_id: companyId,
  deployment_id: deploymentId,
})
