/**
 * The one place where screenings become records, and those that found somebody events. What waits at the same time shares
 * a write, and each is answered only once the write that holds it has committed. The same statement learns which verdicts
 * there are on the names that matched, so that showing them costs no round trip of its own. Where parties have references,
 * the verdicts on these are read first, for they decide what is a match at all (`settle-screening.ts`).
 */
import type { Database } from '@service/foundation/database/database.ts'
import { GroupCommit } from '@service/foundation/database/group-commit.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { matchEvent } from './match-event.ts'
import { partyKeys } from './model/party-keys.ts'
import type { FoundScreening, ScreeningRecord, VerdictsShown } from './model/screening-record.ts'
import { newestByEntry, referenceSha256, type Verdict } from './model/verdict.ts'
import { settle } from './settle-screening.ts'
import * as screenings from './store.ts'
import * as verdicts from './verdict-store.ts'

export interface Recorder {
  /** The id under which the database knows what screenings stand on. */
  basisId(engineVersion: string, versionIds: readonly string[]): Promise<number>
  /** Silences what verdicts silence, and resolves once the record is safe. */
  record(found: FoundScreening): Promise<Recorded>
  /** Refuses new records; resolves when those under way are written. */
  close(): Promise<void>
}

/** What was recorded, and the verdicts on its party. */
export type Recorded = { record: ScreeningRecord; verdicts: VerdictsShown }

/** A small part of the time that a response takes under load. */
const spacingMs = 10

export function makeRecorder({ db, newId }: { db: Database; newId: NewId }): Recorder {
  const bases = new Map<string, Promise<number>>()
  const writes = new GroupCommit((found: readonly FoundScreening[]) => recordAll(db, newId, found), { spacingMs })
  return {
    basisId(engineVersion, versionIds) {
      const key = `${engineVersion} ${versionIds.join(' ')}`
      const known = bases.get(key)
      if (known) return known
      const asked = screenings.basisId(db.connection, engineVersion, versionIds)
      bases.set(key, asked)
      asked.catch(() => bases.delete(key))
      return asked
    },
    record: (found) =>
      writes.submit(found).catch((cause) => {
        throw new Problem('unavailable', 'The screening cannot be recorded at the moment: try again shortly.', {
          cause,
          retryAfterSeconds: 5,
        })
      }),
    close: () => writes.close(),
  }
}

async function recordAll(db: Database, newId: NewId, found: readonly FoundScreening[]): Promise<Recorded[]> {
  const byReference = await verdictsOnReferences(db, found)
  const settled = found.map((one) => {
    const judged = byReference.get(one) ?? []
    return { ...settle(one, judged), judged }
  })
  const records = settled.map(({ record }) => record)
  const withMatches = found.filter(hasFound)
  // In one statement: no match goes unannounced, and no event speaks of a screening that is not on record.
  const events = settled.flatMap((one) => matchEvent(one, newId) ?? [])
  const waiting = records.flatMap((record) =>
    record.matches.map((match) => ({ ...partyKeys(record), screeningId: record.id, match })),
  )
  const given = await screenings.insertAll(db.connection, records, events, withMatches.map(partyKeys), waiting)
  const byId = new Map(withMatches.map(({ id }, i) => [id, given[i] ?? []]))
  return settled.map(({ record, judged }) => ({
    record,
    verdicts: newestByEntry([...(byId.get(record.id) ?? []), ...judged]),
  }))
}

/** The newest verdict on each entry for the reference of each screening that has one and found somebody. */
async function verdictsOnReferences(
  db: Database,
  found: readonly FoundScreening[],
): Promise<ReadonlyMap<FoundScreening, Verdict[]>> {
  const asked = found.flatMap((one) => {
    const { companyId, party } = one
    if (party.reference === undefined || !hasFound(one)) return []
    return [{ one, companyId, referenceSha256: referenceSha256(companyId, party.reference) }]
  })
  if (asked.length === 0) return new Map()
  const read = await verdicts.readOfReferences(db.connection, asked)
  return new Map(asked.map(({ one }, i) => [one, read[i] ?? []]))
}

const hasFound = ({ matches, near }: FoundScreening): boolean => matches.length > 0 || near.length > 0
