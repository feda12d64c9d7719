import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { readActor } from '@service/foundation/identity/model/actor.ts'
import { type RawBuilder, sql } from 'kysely'
import { causeOf, type DeploymentEvent } from './model/event.ts'

/** Announces, with the commit, that a company has new events. The payload is the company's id. */
export const eventsChannel = 'compute_events'

export async function insert(tx: Queryable, events: readonly DeploymentEvent[]): Promise<void> {
  if (events.length > 0) await sql`${preparedAs('append_deployment_events')} ${appending(events)}`.execute(tx)
}

/** A statement that writes events of which webhooks carry none, to be part of another. */
export function appending(events: readonly DeploymentEvent[]): RawBuilder<unknown> {
  const rows = events.map((event) => ({
    event_id: event.id,
    company_id: event.companyId,
    deployment_id: event.deploymentId,
    type: event.type,
    status: event.status,
    reason: event.reason,
    message: event.message,
    hub_id: event.hubId,
    attempt: event.attempt,
    ...causeOf(event),
    data: event.data,
    at: event.at,
  }))
  return sql`
    insert into deployment_events (event_id, company_id, deployment_id, type, status, reason, message, hub_id, attempt,
                                   actor, caused_by, data, at)
    select event_id, company_id, deployment_id, type, status, reason, message, hub_id, attempt, actor, caused_by, data,
           at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n
           (event_id text, company_id text, deployment_id text, type text, status text, reason text, message text,
            hub_id text, attempt integer, actor text, caused_by text, data jsonb, at timestamptz)
    returning pg_notify(${eventsChannel}, company_id)`
}

export const eventColumns = sql.raw(`
  event_id as id, company_id, deployment_id, type, status, reason, message, hub_id, attempt,
  case actor when 'system' then actor else caused_by end as actor, data, at`)

type Page = { limit: number; before: string | null }

/** Newest first; `before` is the id that the last page ended with. */
export async function listOfDeployment(
  db: Queryable,
  companyId: string,
  deploymentId: string,
  { limit, before }: Page,
): Promise<DeploymentEvent[]> {
  const { rows } = await sql<Omit<DeploymentEvent, 'actor'> & { actor: string | null }>`
    select ${eventColumns} from deployment_events
     where company_id = ${companyId} and deployment_id = ${deploymentId}
       and (${before}::text is null or event_id < ${before})
     order by event_id desc
     limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, actor: row.actor === null ? null : readActor(row.actor) }))
}
