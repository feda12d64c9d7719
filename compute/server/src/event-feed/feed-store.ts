import { type Database, oneRow, type Queryable } from '@service/foundation/database/database.ts'
import { readActor } from '@service/foundation/identity/model/actor.ts'
import { sql } from 'kysely'
import { hasLabels, type LabelFilter } from '../deployments/deployments.ts'
import { eventColumns } from '../events/events.ts'
import type { DeploymentEvent } from '../events/model/event.ts'

export type FeedEvent = DeploymentEvent & { position: number; simulated: boolean; cpuOnly: boolean }

export type FeedFilter = {
  /** Of any of them. */
  deploymentIds?: readonly string[] | undefined
  /** Any of them. */
  types?: readonly string[] | undefined
  /** Of deployments with all of these labels. */
  labels?: LabelFilter
}

/** Behind `after`, and not behind `through`. */
export type FeedRange = { after: number; through: number; limit: number }

/** How far the feed reaches, and whether there are events without a position. */
export type FeedEnd = { last: number; pending: boolean }

export async function endOf(db: Queryable, companyId: string): Promise<FeedEnd> {
  const { rows } = await sql<FeedEnd>`
    select coalesce((select last_position from event_feeds where company_id = ${companyId}), 0) as last,
           exists (select from deployment_events
                    where company_id = ${companyId} and feed_position is null) as pending`.execute(db)
  return oneRow(rows)
}

/**
 * Gives up to `limit` events their positions, the oldest first, and returns how many. The lock on the feed is held until the
 * commit, so positions become visible in their order; each statement sees what was committed before it began, by the
 * one that held the lock before, too. Events that an erasure is changing wait for the next time.
 */
export function extend(db: Database, companyId: string, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    await sql`
      insert into event_feeds (company_id, last_position) values (${companyId}, 0)
      on conflict (company_id) do update set last_position = event_feeds.last_position`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      with pending as (
        select event_id from deployment_events
         where company_id = ${companyId} and feed_position is null
         order by event_id
         limit ${limit}
           for no key update skip locked),
      placed as (
        update deployment_events e set feed_position = f.last_position + p.number
          from event_feeds f, (select event_id, row_number() over (order by event_id) as number from pending) p
         where f.company_id = ${companyId} and e.event_id = p.event_id
        returning e.feed_position),
      extended as (
        update event_feeds set last_position = greatest(last_position, (select max(feed_position) from placed))
         where company_id = ${companyId})
      select count(*) as count from placed`.execute(tx)
    return oneRow(rows).count
  })
}

/** The oldest first. */
export async function list(
  db: Queryable,
  companyId: string,
  { after, through, limit }: FeedRange,
  { deploymentIds, types, labels = [] }: FeedFilter,
): Promise<FeedEvent[]> {
  const ofDeployments = deploymentIds ?? null
  const ofTypes = types ?? null
  const { rows } = await sql<Omit<FeedEvent, 'actor'> & { actor: string | null }>`
    select e.*, coalesce(d.simulated, false) as simulated, coalesce(d.cpu_only, false) as cpu_only
      from (select ${eventColumns}, feed_position as position from deployment_events
             where company_id = ${companyId} and feed_position > ${after} and feed_position <= ${through}
               and (${ofDeployments}::text[] is null or deployment_id = any (${ofDeployments}::text[]))
               and (${ofTypes}::text[] is null or type = any (${ofTypes}::text[]))) e
      left join deployments d on d.company_id = e.company_id and d.deployment_id = e.deployment_id
     where ${labels.length === 0} or (d.deployment_id is not null and ${hasLabels(sql`d.spec`, labels)})
     order by e.position
     limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, actor: row.actor === null ? null : readActor(row.actor) }))
}
