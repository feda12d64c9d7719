import type { NewId } from '@service/foundation/new-id.ts'
import { primaryName } from '@service/reputation-domain/lists/model/entry.ts'
import {
  nearSentence,
  type Screened,
  type ScreeningIndex,
  type ScreeningMatch,
  sentenceOf,
} from '@service/reputation-domain/matching/matching.ts'
import type { CurrentLists, Lists } from '../lists/lists.ts'
import { entryState } from './entry-state.ts'
import type { Caller, FoundScreening, Party, RecordedMatch, VerdictsShown } from './model/screening-record.ts'
import type { Recorded, Recorder } from './record-screening.ts'
import type { ListUsed, Match, Screening } from './responses.ts'

/**
 * Compares parties with the current lists, records each as a screening of its own, and answers in their order. Once
 * `isGone` says that nobody waits for it any more, no further one is begun: the response is short of them. `ids` are those
 * of the screenings, where they were given before.
 */
export type ScreenParties = (
  caller: Caller,
  parties: readonly Party[],
  options?: { isGone?: () => boolean; ids?: readonly string[] },
) => Promise<Screening[]>

type Deps = {
  lists: Pick<Lists, 'requireCurrent'>
  recorder: Recorder
  engineVersion: string
  now: () => Date
  newId: NewId
  uptimeMs: () => number
}

/** Other requests are served between two names of a batch once this much time has gone into it. */
const yieldEveryMs = 5

export function makeScreenParties({ lists, recorder, engineVersion, now, newId, uptimeMs }: Deps): ScreenParties {
  return async (caller, parties, { isGone = () => false, ids = [] } = {}) => {
    const current = lists.requireCurrent() // for the whole batch, so that all of it stands on the same lists
    const basisId = await recorder.basisId(
      engineVersion,
      current.versions.map(({ id }) => id),
    )
    const screened: Promise<Screening>[] = []
    let lastYield = uptimeMs()
    for (const [i, party] of parties.entries()) {
      if (uptimeMs() - lastYield > yieldEveryMs) {
        await new Promise(setImmediate)
        if (isGone()) break
        lastYield = uptimeMs()
      }
      const found = compare(current.index, party)
      const recorded = recorder.record({
        ...caller,
        id: ids[i] ?? newId('scr'),
        at: now(),
        basisId,
        party,
        ...toRecorded(found, party),
      })
      recorded.catch(() => {}) // it is awaited below, but a batch gets there later
      screened.push(recorded.then((known) => toScreening(known, found, current)))
    }
    return Promise.all(screened)
  }
}

/** What the lists hold of the party; one match more than the limit shows that there are others. */
export const compare = (index: ScreeningIndex, { limit, reference: _own, ...query }: Party): Screened =>
  index.screenWithNear({ ...query, limit: limit + 1 })

/** What a record keeps of it. Only a party with a reference can be silenced, so only then does the entries' state matter. */
export function toRecorded(
  { matches, near }: Screened,
  { reference }: Party,
): Pick<FoundScreening, 'matches' | 'near'> {
  const toRecord = (match: ScreeningMatch): RecordedMatch => ({
    ...toRecordedMatch(match),
    ...(reference !== undefined && { entryState: entryState(match.entry) }),
  })
  return {
    matches: matches.map(toRecord),
    near: near.map((match) => ({ ...toRecord(match), reason: match.reason })),
  }
}

const toRecordedMatch = ({ entry, subjectId, matched, similarity }: ScreeningMatch): RecordedMatch => ({
  list: entry.list,
  name: matched.name,
  similarity,
  primaryName: primaryName(entry).name,
  entityId: entry.entityId,
  subjectId,
  type: entry.type,
})

function toScreening({ record, verdicts }: Recorded, { matches, near }: Screened, current: CurrentLists): Screening {
  const { name, threshold, lists, reference } = record.party
  const byEntry = new Map([...matches, ...near].map((match) => [match.entry.entityId, match]))
  const show = ({ entityId }: RecordedMatch) => {
    const match = byEntry.get(entityId)
    return match ? [toMatch(match, verdicts)] : []
  }
  return {
    query: name,
    threshold,
    clean: record.clean,
    matches: record.matches.flatMap(show),
    moreMatches: record.moreMatches,
    near: near
      .filter(({ entry }) => record.near.some(({ entityId }) => entityId === entry.entityId))
      .map((match) => ({ ...toMatch(match, verdicts), reason: match.reason, sentence: nearSentence(match) })),
    suppressed: record.suppressed.flatMap(show),
    lists: listsUsed(current).filter(({ list }) => !lists || lists.includes(list)),
    screeningId: record.id,
    ...(reference !== undefined && { reference }),
  }
}

export function toMatch(match: ScreeningMatch, verdicts: VerdictsShown): Match {
  const { entry, matched, explanation } = match
  const verdict = verdicts.get(entry.entityId)
  return {
    ...toRecordedMatch(match),
    aliasStrength: matched.strength,
    programs: entry.programs,
    datesOfBirth: entry.datesOfBirth,
    countries: entry.countries,
    identifiers: entry.identifiers,
    explanation: explanation.map((finding) => ({ ...finding, sentence: sentenceOf(finding) })),
    ...(verdict && {
      verdict: {
        verdictId: verdict.id,
        verdict: verdict.verdict,
        note: verdict.note,
        reviewer: verdict.reviewer,
        givenAt: verdict.at.toISOString(),
      },
    }),
  }
}

const listsUsed = ({ status, versions }: CurrentLists): ListUsed[] =>
  status.map(({ list, publishedAt, fetchedAt, entries, stale, sample }) => ({
    list,
    publishedAt,
    fetchedAt: fetchedAt ?? versions.find((version) => version.list === list)!.fetchedAt,
    entries,
    stale,
    ...(sample && { sample }),
  }))
