/** What a screening comes to once the verdicts on its party are known. */
import type { FoundScreening, RecordedMatch, RecordedSuppression, ScreeningRecord } from './model/screening-record.ts'
import { silences, type Verdict } from './model/verdict.ts'

export type SettledScreening = {
  record: ScreeningRecord
  /** All that match and are not silenced, those beyond the limit too: what an event reports. */
  matching: readonly RecordedMatch[]
}

/** `verdicts`: the newest on each entry that was given for the reference of the party. */
export function settle(found: FoundScreening, verdicts: readonly Verdict[]): SettledScreening {
  const byEntry = new Map(verdicts.map((verdict) => [verdict.entityId, verdict]))
  const suppressed: RecordedSuppression[] = []
  const isHeard = (match: RecordedMatch): boolean => {
    const verdict = byEntry.get(match.entityId)
    if (!verdict || !silences(verdict, match.entryState)) return true
    suppressed.push({ ...match, verdictId: verdict.id })
    return false
  }
  const matching = found.matches.filter(isHeard)
  const near = found.near.filter(isHeard)
  const { limit } = found.party
  const record: ScreeningRecord = {
    ...found,
    clean: matching.length === 0,
    moreMatches: matching.length > limit,
    matches: matching.slice(0, limit),
    near,
    suppressed,
  }
  return { record, matching }
}
