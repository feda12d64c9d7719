/** All SQL of matches that wait for a verdict. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { firstIdAt } from '@service/foundation/new-id.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PartyKeys } from '../model/party-keys.ts'
import type { Party, RecordedMatch } from '../model/screening-record.ts'

/** One match of a screening, as it waits. */
export type WaitingMatch = PartyKeys & { screeningId: string; match: RecordedMatch }

/**
 * Puts matches among those that wait, unless a verdict on the entry stands; for a statement of its own, or as a part of
 * one: `with … ${addingWaiting(matches)} …`. Of two screenings of a party the newer one is kept.
 */
export function addingWaiting(matches: readonly WaitingMatch[]): RawBuilder<unknown> {
  const rows = matches.map(({ companyId, nameSha256, referenceSha256, screeningId, match }) => ({
    company_id: companyId,
    name_sha256: nameSha256,
    reference_sha256: referenceSha256 ?? '',
    entity_id: match.entityId,
    screening_id: screeningId,
    similarity: match.similarity,
    entry_state: match.entryState,
  }))
  return sql`
    insert into undecided_matches (company_id, name_sha256, reference_sha256, entity_id, screening_id, similarity)
    select distinct on (m.company_id, m.name_sha256, m.reference_sha256, m.entity_id)
           m.company_id, m.name_sha256, m.reference_sha256, m.entity_id, m.screening_id, m.similarity
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as m (company_id text, name_sha256 text, reference_sha256 text, entity_id text, screening_id text,
                 similarity real, entry_state text)
     where not exists (
             select from verdicts v
              where v.company_id = m.company_id and v.name_sha256 = m.name_sha256 and v.entity_id = m.entity_id
                and (v.reference_sha256 is null or m.reference_sha256 = '' or v.reference_sha256 = m.reference_sha256)
                and v.withdrawn_at is null and ${saysTheSame})
       and not exists (
             select from verdicts v
              where v.company_id = m.company_id and v.reference_sha256 = nullif(m.reference_sha256, '')
                and v.entity_id = m.entity_id and v.withdrawn_at is null and ${saysTheSame})
     order by m.company_id, m.name_sha256, m.reference_sha256, m.entity_id, m.screening_id desc
    on conflict (company_id, name_sha256, reference_sha256, entity_id) do update
       set screening_id = excluded.screening_id, similarity = excluded.similarity
     where undecided_matches.screening_id < excluded.screening_id`
}

/** An entry that has changed since it was judged is to be judged again. */
const saysTheSame = sql`(v.entry_state is null or m.entry_state is null or v.entry_state = m.entry_state)`

export async function add(tx: Queryable, matches: readonly WaitingMatch[]): Promise<void> {
  if (matches.length > 0) await addingWaiting(matches).execute(tx)
}

/** A verdict on the entry, for the name or the reference, decides all that it holds for. */
export async function remove(tx: Queryable, { companyId, nameSha256, referenceSha256 }: PartyKeys, entityId: string) {
  const reference = referenceSha256 ?? ''
  await sql`
    delete from undecided_matches
     where company_id = ${companyId} and entity_id = ${entityId}
       and ((name_sha256 = ${nameSha256} and (${reference} = '' or reference_sha256 in ('', ${reference})))
            or (${reference} <> '' and reference_sha256 = ${reference}))`.execute(tx)
}

/** Where the list goes on: behind the match with this similarity, of this screening, on this entry. */
export type WaitingKey = { similarity: number; screeningId: string; entityId: string }

export type Waiting = WaitingKey & { at: Date; party: Party; matches: readonly RecordedMatch[] }

/** The most similar first, then the newest. */
export async function list(
  db: Queryable,
  companyId: string,
  after: WaitingKey | undefined,
  limit: number,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select u.similarity, u.screening_id, u.entity_id, s.at, s.query as party, s.results as matches
      from undecided_matches u
      join screenings s on s.company_id = u.company_id and s.id = u.screening_id and s.redacted_at is null
     where u.company_id = ${companyId}
       and ${after ? isBehind(after) : sql`true`}
     order by u.similarity desc, u.screening_id desc, u.entity_id
     limit ${limit}`.execute(db)
  return rows
}

const isBehind = ({ similarity, screeningId, entityId }: WaitingKey) => sql`
  u.similarity <= ${similarity}::real
  and (u.similarity < ${similarity}::real or u.screening_id < ${screeningId}
       or (u.screening_id = ${screeningId} and u.entity_id > ${entityId}))`

/** More are not counted: it is a number for people. */
export const maxCounted = 10_000

export async function count(db: Queryable, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from undecided_matches where company_id = ${companyId} limit ${maxCounted}) u`.execute(db)
  return rows[0]?.count ?? 0
}

/** What a migration has put there for our own code to make the hashes of. */
export async function takeLegacy(
  tx: Queryable,
  companyId: string,
  limit: number,
): Promise<{ screeningId: string; entityId: string; party: Party | null; matches: readonly RecordedMatch[] | null }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof takeLegacy>>[number]>`
    with taken as (
      delete from undecided_matches
       where (company_id, name_sha256, reference_sha256, entity_id) in (
               select company_id, name_sha256, reference_sha256, entity_id from undecided_matches
                where company_id = ${companyId} and name_sha256 like 'legacy %' limit ${limit})
      returning company_id, screening_id, entity_id)
    select t.screening_id, t.entity_id, s.query as party, s.results as matches
      from taken t join screenings s on s.company_id = t.company_id and s.id = t.screening_id`.execute(tx)
  return rows
}

export async function removeOfScreening(tx: Queryable, companyId: string, screeningId: string): Promise<void> {
  await sql`delete from undecided_matches where company_id = ${companyId} and screening_id = ${screeningId}`.execute(tx)
}

/** Deletes up to `limit` that wait on records which are no longer there. */
export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from undecided_matches
     where (company_id, name_sha256, reference_sha256, entity_id) in (
             select u.company_id, u.name_sha256, u.reference_sha256, u.entity_id
               from undecided_matches u
              where u.screening_id < ${firstIdAt('scr', before)}
                and not exists (select from screenings s where s.company_id = u.company_id and s.id = u.screening_id)
              limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
