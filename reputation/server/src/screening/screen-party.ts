import type { NewId } from '@service/foundation/new-id.ts'
import { primaryName } from '@service/reputation-domain/lists/model/entry.ts'
import type { ScreeningIndex, ScreeningMatch } from '@service/reputation-domain/matching/matching.ts'
import type { CurrentLists, Lists } from '../lists/lists.ts'
import type { Caller, Party, RecordedMatch, VerdictsShown } from './model/screening-record.ts'
import type { Recorder } from './record-screening.ts'
import type { ListUsed, Match, Screening } from './responses.ts'

/** Compares parties with the current lists, records each as a screening of its own, and answers in their order. */
export type ScreenParties = (caller: Caller, parties: readonly Party[]) => Promise<Screening[]>

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
  return async (caller, parties) => {
    const current = lists.requireCurrent() // for the whole batch, so that all of it stands on the same lists
    const basisId = await recorder.basisId(
      engineVersion,
      current.versions.map(({ id }) => id),
    )
    const screened: Promise<Screening>[] = []
    let lastYield = uptimeMs()
    for (const party of parties) {
      if (uptimeMs() - lastYield > yieldEveryMs) {
        await new Promise(setImmediate)
        lastYield = uptimeMs()
      }
      const { matches, moreMatches } = compare(current.index, party)
      const id = newId('scr')
      const recorded = recorder.record({
        ...caller,
        id,
        at: now(),
        basisId,
        party,
        clean: matches.length === 0,
        moreMatches,
        matches: matches.map(toRecordedMatch),
      })
      recorded.catch(() => {}) // it is awaited below, but a batch gets there later
      screened.push(recorded.then((verdicts) => toScreening(id, party, matches, moreMatches, verdicts, current)))
    }
    return Promise.all(screened)
  }
}

/** The matches that fit the limit, and whether there are others. */
export function compare(
  index: ScreeningIndex,
  { limit, reference: _own, ...query }: Party,
): { matches: ScreeningMatch[]; moreMatches: boolean } {
  const found = index.screen({ ...query, limit: limit + 1 })
  return { matches: found.slice(0, limit), moreMatches: found.length > limit }
}

export const toRecordedMatch = ({ entry, subjectId, matched, similarity }: ScreeningMatch): RecordedMatch => ({
  list: entry.list,
  name: matched.name,
  similarity,
  primaryName: primaryName(entry).name,
  entityId: entry.entityId,
  subjectId,
  type: entry.type,
})

function toScreening(
  screeningId: string,
  { name, threshold, lists, reference }: Party,
  matches: readonly ScreeningMatch[],
  moreMatches: boolean,
  verdicts: VerdictsShown,
  current: CurrentLists,
): Screening & { reference?: string } {
  return {
    query: name,
    threshold,
    clean: matches.length === 0,
    matches: matches.map((match) => toMatch(match, verdicts)),
    moreMatches,
    lists: listsUsed(current).filter(({ list }) => !lists || lists.includes(list)),
    screeningId,
    ...(reference !== undefined && { reference }),
  }
}

function toMatch(match: ScreeningMatch, verdicts: VerdictsShown): Match {
  const { entry, matched, explanation } = match
  const verdict = verdicts.get(entry.entityId)
  return {
    ...toRecordedMatch(match),
    aliasStrength: matched.strength,
    programs: entry.programs,
    datesOfBirth: entry.datesOfBirth,
    countries: entry.countries,
    identifiers: entry.identifiers,
    explanation,
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
