/** All SQL on `kept_logs`, but for its removal with the deployment, which is in `deployments/`. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { sql } from 'kysely'
import type { KeptLog } from './kept-log.ts'
import type { LinesOf, StoredLines } from './sealed-lines.ts'

export type KeptOf = { allocationId: string; deploymentId: string; companyId: string }

/** A kept log as its row has it. */
export type StoredLog = Omit<KeptLog, 'lines'> & StoredLines & { allocationId: string }

type SealedLog = Omit<KeptLog, 'lines'> & { linesSealed: string; sealingKey: string }

/**
 * Keeps the log of an attempt, in place of what was kept of it before; nothing of a deployment that has been deleted. The
 * deployment is held, so that a deletion either sees the log or is seen. One in which a person was forgotten stays as it is:
 * the engine still has the name.
 */
export async function put(db: Queryable, of: KeptOf, log: SealedLog): Promise<void> {
  const { attempt, linesSealed, sealingKey, complete, keptAt } = log
  await sql`
    insert into kept_logs (allocation_id, deployment_id, company_id, attempt, lines_sealed, sealing_key, complete, kept_at)
    select ${of.allocationId}, d.deployment_id, d.company_id, ${attempt}, ${linesSealed}, ${sealingKey}, ${complete},
           ${keptAt}
      from deployments d
     where d.deployment_id = ${of.deploymentId} and d.company_id = ${of.companyId} and d.deleted_at is null
       for share of d
        on conflict (allocation_id) do update
       set lines = excluded.lines, lines_sealed = excluded.lines_sealed, sealing_key = excluded.sealing_key,
           complete = excluded.complete, kept_at = excluded.kept_at
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
export async function last(db: Queryable, companyId: string, deploymentId: string): Promise<StoredLog | undefined> {
  const { rows } = await sql<StoredLog>`
    select allocation_id, attempt, lines, lines_sealed, complete, kept_at from kept_logs
     where company_id = ${companyId} and deployment_id = ${deploymentId}
     order by attempt desc
     limit 1`.execute(db)
  return rows[0]
}

/** Removes the oldest. */
export async function deleteOld(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from kept_logs
     where allocation_id = any (array(
           select allocation_id from kept_logs where kept_at < ${before} order by kept_at limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type LockedLog = LinesOf & StoredLines

/** In the order of ids, after `afterId`. */
export async function listErasable(
  tx: Queryable,
  companyId: string | undefined,
  afterId: string,
  limit: number,
): Promise<LockedLog[]> {
  const { rows } = await sql<LockedLog>`
    select allocation_id, company_id, lines, lines_sealed from kept_logs
     where allocation_id > ${afterId} and ${ofCompany(companyId)}
     order by allocation_id
     limit ${limit}
       for update`.execute(tx)
  return rows
}

export type Resealed = { allocationId: string; linesSealed: string; sealingKey: string }

export async function redact(
  tx: Queryable,
  { allocationId, linesSealed, sealingKey }: Resealed,
  { originalSha256, at }: { originalSha256: Uint8Array; at: Date },
): Promise<void> {
  await sql`
    update kept_logs
       set lines = '[]', lines_sealed = ${linesSealed}, sealing_key = ${sealingKey}, redacted_at = ${at},
           original_sha256 = decode(${Buffer.from(originalSha256).toString('hex')}, 'hex')
     where allocation_id = ${allocationId}`.execute(tx)
}

export async function countBySealingKey(db: Queryable): Promise<{ keyId: string; secrets: number }[]> {
  const { rows } = await sql<{ keyId: string; secrets: number }>`
    select sealing_key as key_id, count(*)::int as secrets
      from kept_logs where sealing_key is not null group by 1 order by 1`.execute(db)
  return rows
}

/** Up to `limit` logs that are under another key than `keyId` or under none, behind `afterId`; held until the end. */
export async function lockSealedOtherwise(
  tx: Queryable,
  keyId: string,
  afterId: string,
  limit: number,
): Promise<LockedLog[]> {
  const { rows } = await sql<LockedLog>`
    select allocation_id, company_id, lines, lines_sealed from kept_logs
     where allocation_id > ${afterId} and sealing_key is distinct from ${keyId}
     order by allocation_id
     limit ${limit}
       for no key update`.execute(tx)
  return rows
}

/** The row must be locked. */
export async function setSealed(tx: Queryable, { allocationId, linesSealed, sealingKey }: Resealed): Promise<void> {
  await sql`
    update kept_logs set lines = '[]', lines_sealed = ${linesSealed}, sealing_key = ${sealingKey}
     where allocation_id = ${allocationId}`.execute(tx)
}
