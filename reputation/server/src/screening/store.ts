/** All SQL of recorded screenings. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { actorText, keyIdOf, readActor } from '@service/foundation/identity/model/actor.ts'
import type { NewEvent } from '@service/foundation/webhooks/model/event.ts'
import { appendingEvents } from '@service/foundation/webhooks/webhooks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PartyKeys } from './model/party-keys.ts'
import type {
  Party,
  RecordedMatch,
  RecordedNear,
  RecordedSuppression,
  ScreeningRecord,
  StoredScreening,
} from './model/screening-record.ts'
import type { Verdict } from './model/verdict.ts'
import { addingWaiting, type WaitingMatch } from './undecided/undecided-store.ts'
import { type AskedRow, byAsked, readingCurrent } from './verdict-store.ts'

/**
 * Writes records, the events that they cause and the matches that wait for a verdict, in one statement: all of them or
 * none. It also reads the verdicts that there are on the names that found somebody, for every statement costs the engine as
 * much as several records.
 */
export async function insertAll(
  db: Queryable,
  records: readonly ScreeningRecord[],
  caused: readonly NewEvent[],
  found: readonly PartyKeys[],
  waiting: readonly WaitingMatch[],
): Promise<Verdict[][]> {
  const rows = records.map(toRow)
  const inserting = sql`
    insert into screenings (company_id, id, key_id, actor, request_id, at, basis_id, clean, query, results, more_matches,
                            near, suppressed)
    select company_id, id, key_id, actor, request_id, at, basis_id, clean, query, results, more_matches, near, suppressed
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as record (company_id text, id text, key_id text, actor text, request_id text, at timestamptz,
                      basis_id int, clean boolean, query jsonb, results jsonb, more_matches boolean, near jsonb,
                      suppressed jsonb)`
  if (found.length === 0) {
    await sql`${preparedAs('record_screenings')} ${inserting}`.execute(db)
    return []
  }
  const name = caused.length > 0 ? 'record_matches_with_events' : 'record_matches'
  const events = caused.length > 0 ? sql`${appendingEvents(caused)},` : sql``
  const { rows: given } = await sql<AskedRow>`
    ${preparedAs(name)} with ${events} recorded as (${inserting}), waiting as (${addingWaiting(waiting)})
    ${readingCurrent(found)}`.execute(db)
  return byAsked(given, found.length)
}

const toRow = (record: ScreeningRecord) => ({
  company_id: record.companyId,
  id: record.id,
  key_id: keyIdOf(record.actor) ?? null,
  actor: actorText(record.actor),
  request_id: record.requestId,
  at: record.at,
  basis_id: record.basisId,
  clean: record.clean,
  query: record.party,
  results: record.matches,
  more_matches: record.moreMatches,
  near: record.near,
  ...(record.suppressed.length > 0 && { suppressed: record.suppressed }),
})

/** The id of a basis, which is stored when it is used for the first time. */
export async function basisId(db: Queryable, engineVersion: string, versionIds: readonly string[]): Promise<number> {
  const ids = [...versionIds].sort()
  const find = () =>
    sql<{ id: number }>`
    select id from screening_bases where engine_version = ${engineVersion} and version_ids = ${ids}::text[]`.execute(db)
  const [known] = (await find()).rows
  if (known) return known.id
  await sql`
    insert into screening_bases (engine_version, version_ids) values (${engineVersion}, ${ids}::text[])
        on conflict do nothing`.execute(db)
  const [stored] = (await find()).rows
  if (!stored) throw new Error('The basis of a screening was not stored')
  return stored.id
}

/** The list versions that records stand on. */
export const citedVersions: RawBuilder<unknown> = sql`
  select unnest(b.version_ids) from screening_bases b
   where exists (select from screenings s where s.basis_id = b.id)`

type ScreeningRow = Omit<StoredScreening, 'actor' | 'party' | 'matches'> & {
  actor: string
  query: Party | null
  results: RecordedMatch[] | null
}

const columns = sql`
  s.company_id, s.id, coalesce(s.actor, 'key:' || s.key_id) as actor, s.request_id, s.at, s.clean, s.query, s.results,
  s.near, s.suppressed, s.more_matches, s.legal_hold, s.redacted_at, b.engine_version, b.version_ids`

export async function find(db: Queryable, companyId: string, id: string): Promise<StoredScreening | undefined> {
  const { rows } = await sql<ScreeningRow>`
    select ${columns} from screenings s join screening_bases b on b.id = s.basis_id
     where s.company_id = ${companyId} and s.id = ${id}`.execute(db)
  return rows[0] && toScreening(rows[0])
}

export type ScreeningFilter = { clean?: boolean | undefined; since?: Date | undefined; beforeId?: string | undefined }

/** Newest first; `beforeId` continues a list behind its last record. */
export async function list(
  db: Queryable,
  companyId: string,
  { clean, since, beforeId }: ScreeningFilter,
  limit: number,
): Promise<StoredScreening[]> {
  const { rows } = await sql<ScreeningRow>`
    select ${columns} from screenings s join screening_bases b on b.id = s.basis_id
     where s.company_id = ${companyId}
       and (${beforeId ?? null}::text is null or s.id < ${beforeId ?? null})
       and (${clean ?? null}::boolean is null or s.clean = ${clean ?? null})
       and (${since ?? null}::timestamptz is null or s.at >= ${since ?? null})
     order by s.id desc
     limit ${limit}`.execute(db)
  return rows.map(toScreening)
}

export type RecordPlace = Pick<StoredScreening, 'id' | 'at'>

/** The last of so many records, newest first; undefined where there are fewer. */
export async function placeBehind(
  db: Queryable,
  companyId: string,
  beforeId: string | undefined,
  count: number,
): Promise<RecordPlace | undefined> {
  const { rows } = await sql<RecordPlace>`
    select id, at from screenings
     where company_id = ${companyId} and (${beforeId ?? null}::text is null or id < ${beforeId ?? null})
     order by id desc
    offset ${count - 1} limit 1`.execute(db)
  return rows[0]
}

export type RecordSearch = ScreeningFilter & {
  /** In small letters. All of them stand in what is searched. */
  words: readonly string[]
  /** The oldest record that is looked at; all when absent. */
  untilId?: string | undefined
}

/** Newest first. Ids, the screened name, its reference and the listed names are searched. */
export async function search(
  db: Queryable,
  companyId: string,
  { words, clean, since, beforeId, untilId }: RecordSearch,
  limit: number,
): Promise<StoredScreening[]> {
  const { rows } = await sql<ScreeningRow>`
    select ${columns} from screenings s join screening_bases b on b.id = s.basis_id
     where s.company_id = ${companyId}
       and (${beforeId ?? null}::text is null or s.id < ${beforeId ?? null})
       and (${untilId ?? null}::text is null or s.id >= ${untilId ?? null})
       and (${clean ?? null}::boolean is null or s.clean = ${clean ?? null})
       and (${since ?? null}::timestamptz is null or s.at >= ${since ?? null})
       and not exists (
             select from unnest(${[...words]}::text[]) as word
              where strpos(lower(concat_ws(' ', s.id, s.query ->> 'name', s.query ->> 'reference', s.results, s.near)), word) = 0)
     order by s.id desc
     limit ${limit}`.execute(db)
  return rows.map(toScreening)
}

/** False where there is no such record. */
export async function setLegalHold(db: Queryable, companyId: string, id: string, held: boolean): Promise<boolean> {
  const { rows } = await sql`
    update screenings set legal_hold = ${held} where company_id = ${companyId} and id = ${id} returning id`.execute(db)
  return rows.length === 1
}

export type ErasableScreening = {
  companyId: string
  id: string
  party: Party
  matches: readonly RecordedMatch[]
  near: readonly RecordedNear[] | null
  suppressed: readonly RecordedSuppression[] | null
  legalHold: boolean
}

/** Records that still name somebody, oldest company and id first; `after` continues behind the last of a page. */
export async function listErasable(
  tx: Queryable,
  companyId: string | undefined,
  after: { companyId: string; id: string } | undefined,
  limit: number,
): Promise<ErasableScreening[]> {
  const { rows } = await sql<ErasableScreening>`
    select company_id, id, query as party, results as matches, near, suppressed, legal_hold
      from screenings
     where redacted_at is null
       and ${ofCompany(companyId)}
       and (company_id, id) > (${after?.companyId ?? ''}, ${after?.id ?? ''})
     order by company_id, id
     limit ${limit}`.execute(tx)
  return rows
}

/** Those of these that are not erased or held. */
export async function listErasableOf(
  tx: Queryable,
  companyId: string,
  ids: readonly string[],
): Promise<ErasableScreening[]> {
  const { rows } = await sql<ErasableScreening>`
    select company_id, id, query as party, results as matches, near, suppressed, legal_hold
      from screenings
     where company_id = ${companyId} and id = any (${[...ids]}::text[]) and redacted_at is null and not legal_hold`.execute(
    tx,
  )
  return rows
}

export async function redact(
  tx: Queryable,
  { companyId, id }: { companyId: string; id: string },
  originalSha256: Uint8Array,
  at: Date,
): Promise<void> {
  await sql`
    update screenings
       set query = null, results = null, near = null, suppressed = null, redacted_at = ${at}, original_sha256 = ${originalSha256}
     where company_id = ${companyId} and id = ${id}`.execute(tx)
}

/** Deletes up to `limit` records that are older and not held. */
export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from screenings
     where (company_id, id) in (select company_id, id from screenings where at < ${before} and not legal_hold limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

const toScreening = ({ actor, query, results, ...row }: ScreeningRow): StoredScreening => ({
  ...row,
  actor: readActor(actor),
  party: query,
  matches: results,
})
