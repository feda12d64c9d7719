/**
 * The one place where screenings become records, and those that found somebody events. What waits at the same time shares
 * a write, and each is answered only once the write that holds it has committed. The same statement learns which verdicts
 * there are on the names that matched, so that showing them costs no round trip of its own.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { GroupCommit } from '@service/foundation/database/group-commit.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { matchEvent } from './match-event.ts'
import type { ScreeningRecord, VerdictsShown } from './model/screening-record.ts'
import { nameSha256 } from './model/verdict.ts'
import * as screenings from './store.ts'

export interface Recorder {
  /** The id under which the database knows what screenings stand on. */
  basisId(engineVersion: string, versionIds: readonly string[]): Promise<number>
  /** Resolves once the record is safe. */
  record(screening: ScreeningRecord): Promise<VerdictsShown>
  /** Refuses new records; resolves when those under way are written. */
  close(): Promise<void>
}

/** A small part of the time that a response takes under load. */
const spacingMs = 10

const noVerdicts: VerdictsShown = new Map()

export function makeRecorder({ db, newId }: { db: Database; newId: NewId }): Recorder {
  const bases = new Map<string, Promise<number>>()
  const writes = new GroupCommit((records: readonly ScreeningRecord[]) => recordAll(db, newId, records), { spacingMs })
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
    record: (screening) =>
      writes.submit(screening).catch((cause) => {
        throw new Problem('unavailable', 'The screening cannot be recorded at the moment: try again shortly.', {
          cause,
          retryAfterSeconds: 5,
        })
      }),
    close: () => writes.close(),
  }
}

async function recordAll(db: Database, newId: NewId, records: readonly ScreeningRecord[]): Promise<VerdictsShown[]> {
  const names = records.map(({ companyId, party, clean }) => (clean ? undefined : nameSha256(companyId, party.name)))
  const asked = records.flatMap(({ companyId }, i) => {
    const name = names[i]
    return name === undefined ? [] : [{ companyId, nameSha256: name }]
  })
  // In one statement: no match goes unannounced, and no event speaks of a screening that is not on record.
  const matches = records.flatMap((record) => matchEvent(record, newId) ?? [])
  const given = Map.groupBy(
    await screenings.insertAll(db.connection, records, matches, asked),
    (verdict) => verdict.nameSha256,
  )
  return names.map((name) => {
    const verdicts = name === undefined ? undefined : given.get(name)
    return verdicts ? new Map(verdicts.map((verdict) => [verdict.entityId, verdict])) : noVerdicts
  })
}
