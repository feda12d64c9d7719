/** What the days of a subject add up to. Pure; runs in the pipeline's thread. */
import { findCopiesInPieces } from '@service/reputation-domain/articles/copies.ts'
import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { atOnce, type Pieces } from '@service/reputation-domain/pieces/pieces.ts'
import { type DaySums, sumsByDay } from '@service/reputation-domain/score/day-sums.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { type Day, dayMs, dayOf } from '@service/reputation-domain/series/model/day.ts'
import type { StoredMention } from '../model/stored-mention.ts'

/**
 * Whether an article copies another depends on the week before it, and so, by a chain of copies, on all weeks before. So
 * that a day computed again comes out the same as one computed with all others, days are taken in blocks that begin on
 * fixed days, each with what was published in the two weeks before it.
 */
export const block = { days: 16, before: 14 }

/** The first day whose sums have to be made again when the day has changed. */
export const sumsFrom = (day: Day): Day => day - modulo(day, block.days)

/** From when on mentions have to be at hand for that. */
export const mentionsForSums = (day: Day): Day => sumsFrom(day) - block.before

export const computeSubjectDays = (mentions: readonly StoredMention[], fromDay: Day): DaySums[] =>
  atOnce(computeSubjectDaysInPieces(mentions, fromDay))

export function* computeSubjectDaysInPieces(mentions: readonly StoredMention[], fromDay: Day): Pieces<DaySums[]> {
  const days = mentions.map(({ publishedAt }) => dayOf(publishedAt))
  const first = days.reduce((first, day) => Math.min(first, day), Number.POSITIVE_INFINITY)
  const last = days.reduce((last, day) => Math.max(last, day), Number.NEGATIVE_INFINITY)
  const sums: DaySums[] = []
  for (let start = sumsFrom(Math.max(fromDay, first)); start <= last; start += block.days) {
    const visible = within(mentions, start - block.before, start + block.days)
    const ofBlock = within(yield* withCopies(visible), start, start + block.days)
    sums.push(...sumsByDay(ofBlock, scoreSettings).values())
  }
  return sums.sort((one, other) => one.day - other.day)
}

/** From a day until before another. */
export const within = <T extends { publishedAt: number }>(mentions: readonly T[], from: Day, until: Day): T[] =>
  mentions.filter(({ publishedAt }) => publishedAt >= from * dayMs && publishedAt < until * dayMs)

export function* withCopies(mentions: readonly StoredMention[]): Pieces<(StoredMention & Mention)[]> {
  const texts = mentions.map(({ articleId, publishedAt, title, lead }) => ({
    id: articleId,
    publishedAt,
    title,
    ...(lead !== undefined && { text: lead }),
  }))
  const originals = yield* findCopiesInPieces(texts)
  return mentions.map((mention) => {
    const copyOf = originals.get(mention.articleId)
    return copyOf === undefined ? mention : { ...mention, copyOf }
  })
}

export const modulo = (day: Day, length: number): number => ((day % length) + length) % length
