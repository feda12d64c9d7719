/** All SQL on `kept_logs`, but for its removal with the deployment, which is in `deployments/`. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import type { ListErasable } from '@service/foundation/erasure/model/eraser.ts'
import { sql } from 'kysely'
import type { KeptLog } from './kept-log.ts'

export type KeptOf = { allocationId: string; deploymentId: string; companyId: string }

/** Streams by number: a person may have any name. */
type StoredLine = [atMs: number, stream: number, text: string]

const streams = ['stdout', 'stderr'] as const

/**
 * Keeps the log of an attempt, in place of what was kept of it before; nothing of a deployment that has been deleted. The
 * deployment is held, so that a deletion either sees the log or is seen. One in which a person was forgotten stays as it is:
 * the engine still has the name.
 */
export async function put(db: Queryable, of: KeptOf, { attempt, lines, complete, keptAt }: KeptLog): Promise<void> {
  const stored: StoredLine[] = lines.map(({ at, stream, text }) => [at.getTime(), streams.indexOf(stream), text])
  await sql`
    insert into kept_logs (allocation_id, deployment_id, company_id, attempt, lines, complete, kept_at)
    select ${of.allocationId}, d.deployment_id, d.company_id, ${attempt}, ${JSON.stringify(stored)}::jsonb, ${complete},
           ${keptAt}
      from deployments d
     where d.deployment_id = ${of.deploymentId} and d.company_id = ${of.companyId} and d.deleted_at is null
       for share of d
        on conflict (allocation_id) do update
       set lines = excluded.lines, complete = excluded.complete, kept_at = excluded.kept_at
     where kept_logs.redacted_at is null`.execute(db)
}

/** Removes all but the newest of a company. What somebody else removes just now is skipped: it is gone either way. */
export async function deleteBeyond(db: Queryable, companyId: string, count: number): Promise<void> {
  await sql`
    delete from kept_logs
     where allocation_id = any (array(
           select allocation_id from kept_logs
            where allocation_id = any (array(
                  select allocation_id from kept_logs where company_id = ${companyId}
                   order by kept_at desc, allocation_id desc
                  offset ${count}))
              for update skip locked))`.execute(db)
}

export async function has(db: Queryable, { allocationId, companyId }: KeptOf): Promise<boolean> {
  const { rows } = await sql`
    select from kept_logs where allocation_id = ${allocationId} and company_id = ${companyId}`.execute(db)
  return rows.length > 0
}

/** That of the last attempt that has one. */
export async function last(db: Queryable, companyId: string, deploymentId: string): Promise<KeptLog | undefined> {
  const { rows } = await sql<Omit<KeptLog, 'lines'> & { lines: StoredLine[] }>`
    select attempt, lines, complete, kept_at from kept_logs
     where company_id = ${companyId} and deployment_id = ${deploymentId}
     order by attempt desc
     limit 1`.execute(db)
  const [found] = rows
  const lineOf = ([atMs, stream, text]: StoredLine) => ({
    at: new Date(atMs),
    stream: streams[stream] ?? 'stdout',
    text,
  })
  return found && { ...found, lines: found.lines.map(lineOf) }
}

/** Removes the oldest. */
export async function deleteOld(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from kept_logs
     where allocation_id = any (array(
           select allocation_id from kept_logs where kept_at < ${before} order by kept_at limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type ErasableLog = { id: string; companyId: string; lines: unknown }

/** In the order of ids, after `afterId`. */
export const listErasable: ListErasable<ErasableLog> = async (tx, companyId, afterId, limit) => {
  const { rows } = await sql<ErasableLog>`
    select allocation_id as id, company_id, lines from kept_logs
     where allocation_id > ${afterId} and ${ofCompany(companyId)}
     order by allocation_id
     limit ${limit}
       for update`.execute(tx)
  return rows
}

export async function redact(
  tx: Queryable,
  { id, lines }: Pick<ErasableLog, 'id' | 'lines'>,
  { originalSha256, at }: { originalSha256: Uint8Array; at: Date },
): Promise<void> {
  await sql`
    update kept_logs
       set lines = ${JSON.stringify(lines)}::jsonb, redacted_at = ${at},
           original_sha256 = decode(${Buffer.from(originalSha256).toString('hex')}, 'hex')
     where allocation_id = ${id}`.execute(tx)
}
