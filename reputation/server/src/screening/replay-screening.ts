import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Lists } from '../lists/lists.ts'
import type { RecordedMatch } from './model/screening-record.ts'
import type { Replay } from './responses.ts'
import { compare, toRecorded } from './screen-party.ts'
import * as screenings from './store.ts'

/** Repeats a recorded screening on the list versions it was made on, and reports what differs. */
export type ReplayScreening = (companyId: string, screeningId: string) => Promise<Replay>

type Deps = { db: Database; lists: Pick<Lists, 'openVersions'>; engineVersion: string }

export function makeReplayScreening({ db, lists, engineVersion }: Deps): ReplayScreening {
  return async (companyId, screeningId) => {
    const recorded = await screenings.find(db.connection, companyId, screeningId)
    if (!recorded) throw new Problem('not-found', 'Screening not found.')
    const { party, matches } = recorded
    if (!party || !matches) {
      throw new Problem('conflict', 'This screening cannot be replayed: a person was erased from it.')
    }
    const index = await lists.openVersions(recorded.versionIds)
    const silenced = new Set((recorded.suppressed ?? []).map(({ entityId }) => entityId))
    const now = compare(index, party)
    const isHeard = ({ entry }: { entry: { entityId: string } }) => !silenced.has(entry.entityId)
    const found = toRecorded({ matches: now.matches.filter(isHeard), near: now.near.filter(isHeard) }, party)
    const differences = differencesOf(matches, found.matches.slice(0, party.limit))
    const nearDifferences = recorded.near && differencesOf(recorded.near, found.near)
    return {
      screeningId,
      identical: differences.length === 0,
      engineVersion: { recorded: recorded.engineVersion, now: engineVersion },
      differences,
      near: nearDifferences && { identical: nearDifferences.length === 0, differences: nearDifferences },
    }
  }
}

type Side = Replay['differences'][number]['now']

function differencesOf(recorded: readonly RecordedMatch[], now: readonly RecordedMatch[]): Replay['differences'] {
  const entityIds = new Set([...recorded, ...now].map(({ entityId }) => entityId))
  return [...entityIds].flatMap((entityId) => {
    const [before, after] = [sideOf(recorded, entityId), sideOf(now, entityId)]
    return isSame(before, after) ? [] : [{ entityId, recorded: before, now: after }]
  })
}

function sideOf(matches: readonly RecordedMatch[], entityId: string): Side {
  const at = matches.findIndex((match) => match.entityId === entityId)
  const match = matches[at]
  return match ? { name: match.name, similarity: match.similarity, rank: at + 1 } : null
}

const isSame = (one: Side, other: Side): boolean =>
  one?.name === other?.name && one?.similarity === other?.similarity && one?.rank === other?.rank
