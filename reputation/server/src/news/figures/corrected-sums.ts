import type { Pieces } from '@service/reputation-domain/pieces/pieces.ts'
import type { DaySums } from '@service/reputation-domain/score/day-sums.ts'
import { type Day, dayOf } from '@service/reputation-domain/series/model/day.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { computeSubjectDaysInPieces } from './compute-subject-days.ts'

/**
 * The sums of a company's own subject with its corrections. Stored sums are shared by all who see the same articles and know no
 * corrections, which are one company's alone: the days of corrected mentions, from `from` on, are added up again.
 */
export function* correctedSums(
  sums: readonly DaySums[],
  mentions: readonly StoredMention[],
  from: Day,
): Pieces<readonly DaySums[]> {
  const days = new Set(
    mentions.flatMap(({ corrected, publishedAt }) =>
      corrected && dayOf(publishedAt) >= from ? [dayOf(publishedAt)] : [],
    ),
  )
  if (days.size === 0) return sums
  const again = yield* computeSubjectDaysInPieces(mentions, Math.min(...days))
  return [...sums.filter(({ day }) => !days.has(day)), ...again.filter(({ day }) => days.has(day))].sort(
    (one, other) => one.day - other.day,
  )
}
