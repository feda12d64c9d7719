/** All SQL of verdicts. */

import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { actorText, keyIdOf, readActor } from '@service/foundation/identity/model/actor.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PartyKeys } from './model/party-keys.ts'
import type { Verdict } from './model/verdict.ts'

export type VerdictRow = Omit<Verdict, 'actor' | 'withdrawnBy'> & { actor: string; withdrawnBy: string | null }

const columns = sql`
  v.id, v.company_id, v.entity_id, v.name_sha256, v.reference_sha256, v.entry_state, v.name, v.verdict, v.note, v.reviewer,
  coalesce(v.actor, 'key:' || v.key_id) as actor, v.screening_id, v.at, v.withdrawn_at, v.withdrawn_by`

export async function insert(tx: Queryable, verdict: Verdict): Promise<void> {
  await sql`
    insert into verdicts (id, company_id, entity_id, name_sha256, reference_sha256, entry_state, name, verdict, note,
                          reviewer, key_id, actor, screening_id, at)
    values (${verdict.id}, ${verdict.companyId}, ${verdict.entityId}, ${verdict.nameSha256},
            ${verdict.referenceSha256}, ${verdict.entryState}, ${verdict.name},
            ${verdict.verdict}, ${verdict.note}, ${verdict.reviewer}, ${keyIdOf(verdict.actor) ?? null},
            ${actorText(verdict.actor)}, ${verdict.screeningId}, ${verdict.at})`.execute(tx)
}

/** For each name, the newest verdict on each entry that it has met. */
export async function readCurrent(db: Queryable, names: readonly PartyKeys[]): Promise<Verdict[][]> {
  const { rows } = await sql<AskedRow>`${readingCurrent(names)}`.execute(db)
  return byAsked(rows, names.length)
}

/** A verdict, and the number of what was asked for, from 1. */
export type AskedRow = VerdictRow & { asked: number }

/**
 * The same as the end of a statement that writes: `with … ${readingCurrent(names)}`. Its rows go to `byAsked`. A verdict
 * for one reference says nothing of another, though both have the same name.
 */
export const readingCurrent = (names: readonly PartyKeys[]): RawBuilder<AskedRow> => sql<AskedRow>`
    select distinct on (asked.number, v.entity_id) ${columns}, asked.number::int as asked
      from unnest(${names.map(({ companyId }) => companyId)}::text[],
                  ${names.map(({ nameSha256 }) => nameSha256)}::text[],
                  ${names.map(({ referenceSha256 }) => referenceSha256)}::text[])
           with ordinality as asked (company_id, name_sha256, reference_sha256, number)
      join verdicts v on v.company_id = asked.company_id and v.name_sha256 = asked.name_sha256
     where v.withdrawn_at is null
       and (v.reference_sha256 is null or asked.reference_sha256 is null
            or v.reference_sha256 = asked.reference_sha256)
     order by asked.number, v.entity_id, v.id desc`

/** For each reference, the newest verdict on each entry. */
export async function readOfReferences(
  db: Queryable,
  references: readonly { companyId: string; referenceSha256: string }[],
): Promise<Verdict[][]> {
  const { rows } = await sql<AskedRow>`
    ${preparedAs('verdicts_of_references')}
    select distinct on (asked.number, v.entity_id) ${columns}, asked.number::int as asked
      from unnest(${references.map(({ companyId }) => companyId)}::text[],
                  ${references.map(({ referenceSha256 }) => referenceSha256)}::text[])
           with ordinality as asked (company_id, reference_sha256, number)
      join verdicts v on v.company_id = asked.company_id and v.reference_sha256 = asked.reference_sha256
     where v.withdrawn_at is null
     order by asked.number, v.entity_id, v.id desc`.execute(db)
  return byAsked(rows, references.length)
}

/** The verdicts for each of the `count` that were asked for. */
export function byAsked(rows: readonly AskedRow[], count: number): Verdict[][] {
  const grouped = Map.groupBy(rows, ({ asked }) => asked)
  return Array.from({ length: count }, (_, i) =>
    (grouped.get(i + 1) ?? []).map(({ asked: _number, ...row }) => toVerdict(row)),
  )
}

export type VerdictFilter = {
  /** Those on the name, and those for the reference if there is one. */
  party?: { nameSha256: string; referenceSha256: string | null } | undefined
  screeningId?: string | undefined
  entityId?: string | undefined
  beforeId?: string | undefined
}

/** Newest first, replaced ones included. */
export async function list(
  db: Queryable,
  companyId: string,
  { party, screeningId, entityId, beforeId }: VerdictFilter,
  limit: number,
): Promise<Verdict[]> {
  const { rows } = await sql<VerdictRow>`
    select ${columns} from verdicts v
     where v.company_id = ${companyId}
       and (${party?.nameSha256 ?? null}::text is null or v.name_sha256 = ${party?.nameSha256 ?? null}
            or v.reference_sha256 = ${party?.referenceSha256 ?? null})
       and (${screeningId ?? null}::text is null or v.screening_id = ${screeningId ?? null})
       and (${entityId ?? null}::text is null or v.entity_id = ${entityId ?? null})
       and (${beforeId ?? null}::text is null or v.id < ${beforeId ?? null})
     order by v.id desc
     limit ${limit}`.execute(db)
  return rows.map(toVerdict)
}

/** One verdict that was given on the screening, for the transaction alone. */
export async function findForChange(
  tx: Queryable,
  companyId: string,
  screeningId: string,
  id: string,
): Promise<Verdict | undefined> {
  const { rows } = await sql<VerdictRow>`
    select ${columns} from verdicts v
     where v.company_id = ${companyId} and v.screening_id = ${screeningId} and v.id = ${id} for update`.execute(tx)
  return rows[0] && toVerdict(rows[0])
}

export async function withdraw(tx: Queryable, id: string, actor: Verdict['actor'], at: Date): Promise<void> {
  await sql`update verdicts set withdrawn_at = ${at}, withdrawn_by = ${actorText(actor)} where id = ${id}`.execute(tx)
}

/** Verdicts that still name somebody. */
export async function listErasable(
  tx: Queryable,
  companyId: string | undefined,
): Promise<(Verdict & { held: boolean })[]> {
  const { rows } = await sql<VerdictRow & { held: boolean }>`
    select ${columns},
           exists (select from screenings s
                    where s.company_id = v.company_id and s.id = v.screening_id and s.legal_hold) as held
      from verdicts v
     where v.redacted_at is null and ${ofCompany(companyId, 'v.company_id')}`.execute(tx)
  return rows.map((row) => ({ ...toVerdict(row), held: row.held }))
}

export async function redact(tx: Queryable, id: string, originalSha256: Uint8Array, at: Date): Promise<void> {
  await sql`
    update verdicts
       set name = null, note = null, reviewer = null, redacted_at = ${at}, original_sha256 = ${originalSha256}
     where id = ${id}`.execute(tx)
}

/** Deletes up to `limit` verdicts that are older and whose screening is not held. */
export async function deleteBefore(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from verdicts
     where id in (select v.id from verdicts v
                   where v.at < ${before}
                     and not exists (select from screenings s
                                      where s.company_id = v.company_id and s.id = v.screening_id and s.legal_hold)
                   limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export const toVerdict = (row: VerdictRow): Verdict => ({
  ...row,
  actor: readActor(row.actor),
  withdrawnBy: row.withdrawnBy === null ? null : readActor(row.withdrawnBy),
})
