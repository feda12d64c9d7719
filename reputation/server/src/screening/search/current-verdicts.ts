import type { Queryable } from '@service/foundation/database/database.ts'
import type { PartyKeys } from '../model/party-keys.ts'
import type { VerdictsShown } from '../model/screening-record.ts'
import { newestByEntry } from '../model/verdict.ts'
import * as store from '../verdict-store.ts'

/** The verdicts that stand for each party, on its name or for its reference, the newest on each entry. */
export async function currentVerdicts(db: Queryable, parties: readonly PartyKeys[]): Promise<VerdictsShown[]> {
  if (parties.length === 0) return []
  const onNames = await store.readCurrent(db, parties)
  const referring = parties.flatMap(({ companyId, referenceSha256 }, i) =>
    referenceSha256 === null ? [] : [{ i, companyId, referenceSha256 }],
  )
  const onReferences = referring.length === 0 ? [] : await store.readOfReferences(db, referring)
  const byParty = new Map(referring.map(({ i }, at) => [i, onReferences[at] ?? []]))
  return parties.map((_, i) => newestByEntry([...(onNames[i] ?? []), ...(byParty.get(i) ?? [])]))
}
