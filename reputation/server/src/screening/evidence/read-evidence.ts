import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { ScreeningIndex, ScreeningMatch } from '@service/reputation-domain/matching/matching.ts'
import { type Lists, type ListVersion, readVersions } from '../../lists/lists.ts'
import { partyKeys } from '../model/party-keys.ts'
import type { Party, RecordedMatch, StoredScreening, VerdictsShown } from '../model/screening-record.ts'
import type { CurrentVerdict } from '../model/verdict.ts'
import { currentVerdicts } from '../search/current-verdicts.ts'
import * as screenings from '../store.ts'

/** The lists of the day of the screening, or those in use. */
export type ListsOf = 'then' | 'now'

/** Where the record shows an entry; `new`: it does not, and the lists of now would. */
export const places = ['match', 'near', 'suppressed', 'new'] as const

export type EvidenceEntry = {
  entityId: string
  shown: (typeof places)[number]
  recorded: RecordedMatch | undefined
  /** As the comparison comes out on these lists; undefined where it finds the entry no longer. */
  found: ScreeningMatch | undefined
  verdict: CurrentVerdict | undefined
}

export type Evidence = {
  screening: StoredScreening
  engineVersion: string
  versions: readonly ListVersion[]
  entries: EvidenceEntry[]
}

type Deps = { db: Database; lists: Pick<Lists, 'openVersions' | 'requireCurrent'>; engineVersion: string }

export type ReadEvidence = (companyId: string, screeningId: string, of: ListsOf) => Promise<Evidence>

/** What a record does not keep, for it follows from the lists: the comparison word by word, and what the entries say. */
export function makeReadEvidence({ db, lists, engineVersion }: Deps): ReadEvidence {
  return async (companyId, screeningId, of) => {
    const { screening, party } = await requireRecord(db, companyId, screeningId)
    const { index, versions } = await openLists({ db, lists }, screening, of)
    const [verdicts = new Map()] = await currentVerdicts(db.connection, [partyKeys({ companyId, party })])
    return { screening, engineVersion, versions, entries: entriesOf(index, screening, party, verdicts) }
  }
}

export type ThresholdTrial = {
  threshold: number
  found: readonly ScreeningMatch[]
  more: boolean
  versions: readonly ListVersion[]
}
export type TryThreshold = (companyId: string, screeningId: string, of: ListsOf) => Promise<ThresholdTrial>

/** Lower thresholds alert on so many innocents that nobody would choose them. */
const minThreshold = 0.7
const maxTried = 200

/** What the same screening would have found at any threshold from 0.7 on. */
export function makeTryThreshold({ db, lists }: Omit<Deps, 'engineVersion'>): TryThreshold {
  return async (companyId, screeningId, of) => {
    const { screening, party } = await requireRecord(db, companyId, screeningId)
    const { index, versions } = await openLists({ db, lists }, screening, of)
    const { reference: _own, ...query } = party
    const found = index.screen({ ...query, threshold: minThreshold, limit: maxTried + 1 })
    return { threshold: party.threshold, found: found.slice(0, maxTried), more: found.length > maxTried, versions }
  }
}

async function requireRecord(db: Database, companyId: string, screeningId: string) {
  const screening = await screenings.find(db.connection, companyId, screeningId)
  if (!screening) throw new Problem('not-found', 'Screening not found.')
  const { party } = screening
  if (!party) throw new Problem('conflict', 'A person was erased from this screening.')
  return { screening, party }
}

async function openLists({ db, lists }: Pick<Deps, 'db' | 'lists'>, { versionIds }: StoredScreening, of: ListsOf) {
  if (of === 'now') {
    const { index, versions } = lists.requireCurrent()
    return { index, versions }
  }
  return { index: await lists.openVersions(versionIds), versions: await readVersions(db.connection, versionIds) }
}

function entriesOf(
  index: ScreeningIndex,
  { matches, near, suppressed }: StoredScreening,
  { reference: _own, ...query }: Party,
  verdicts: VerdictsShown,
): EvidenceEntry[] {
  const { matches: matching, near: nearby } = index.screenWithNear({ ...query, limit: query.limit + 1 })
  const found = new Map([...matching, ...nearby].map((match) => [match.entry.entityId, match]))
  const entryOf = (shown: EvidenceEntry['shown']) => (recorded: RecordedMatch) => {
    const { entityId } = recorded
    return { entityId, shown, recorded, found: found.get(entityId), verdict: verdicts.get(entityId) }
  }
  const recorded: EvidenceEntry[] = [
    ...(matches ?? []).map(entryOf('match')),
    ...(near ?? []).map(entryOf('near')),
    ...(suppressed ?? []).map(entryOf('suppressed')),
  ]
  const known = new Set(recorded.map(({ entityId }) => entityId))
  const arrived = matching
    .filter(({ entry }) => !known.has(entry.entityId))
    .slice(0, query.limit)
    .map((match): EvidenceEntry => {
      const { entityId } = match.entry
      return { entityId, shown: 'new', recorded: undefined, found: match, verdict: verdicts.get(entityId) }
    })
  return [...recorded, ...arrived]
}
