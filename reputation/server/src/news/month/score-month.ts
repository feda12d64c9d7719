/** The score over a month: where it began, where it ended, by which pillars it moved, and what single stories did to it. */
import { countsInFigures } from '@service/reputation-domain/mentions/mentions.ts'
import type { Pieces } from '@service/reputation-domain/pieces/pieces.ts'
import { type DayPillars, type PillarInputs, pillarsOfDay } from '@service/reputation-domain/score/day-pillars.ts'
import { type DaySums, sumsByDay } from '@service/reputation-domain/score/day-sums.ts'
import type { ScoredDay } from '@service/reputation-domain/score/drop.ts'
import {
  changeBetween,
  measurable,
  type Overall,
  overallOf,
  type PillarSet,
} from '@service/reputation-domain/score/overall.ts'
import { pillars } from '@service/reputation-domain/score/pillar.ts'
import { reputationOn } from '@service/reputation-domain/score/reputation.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { type Day, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { mentionsForSums, block as sumsBlock, sumsFrom, withCopies, within } from '../figures/compute-subject-days.ts'
import { correctedSums } from '../figures/corrected-sums.ts'
import { everyDayOf } from '../model/every-day.ts'
import type { MonthPillar, MonthScore } from '../model/month-of-news.ts'
import type { StoredMention } from '../model/stored-mention.ts'

export type ScoredMonthInput = {
  /** UTC: the last before the month, and the last of it that is covered. */
  beforeDay: Day
  lastDay: Day
  /** As they are stored, under one method; from the last stored one up to `beforeDay` on. */
  scored: readonly ScoredDay[]
  ownId: string
  /** From the first day of the window of `lastDay` on, and for the own subject the last one before. */
  sums: ReadonlyMap<string, readonly DaySums[]>
  peerIds: readonly string[]
}

export type ScoredMonth = {
  score: MonthScore | null
  /** On the pillars that can be computed for all; by subject. */
  comparable: Map<string, number>
}

export function scoreMonth(input: ScoredMonthInput): ScoredMonth {
  const { beforeDay, lastDay, scored, ownId, peerIds } = input
  const days = everyDayOf(new Map(scored.map((one) => [one.day, one])), beforeDay, lastDay)
  return {
    score: scoreOf(days, input),
    comparable: new Map(
      [ownId, ...peerIds].flatMap((id) => {
        const score = comparableScore(id, input)
        return score === undefined ? [] : [[id, score] as const]
      }),
    ),
  }
}

function scoreOf(days: ReadonlyMap<Day, ScoredDay>, { beforeDay, lastDay }: ScoredMonthInput): MonthScore | null {
  const last = days.get(lastDay)
  const reputation = reputationOn(lastDay, days, scoreSettings)
  if (!last || !reputation) return null
  const set = measurable(last)
  const overallOn = (day: Day): Overall | undefined => {
    const of = days.get(day)
    return of && overallOf(of, set, scoreSettings)
  }
  const [before, after] = [overallOn(beforeDay), overallOn(lastDay)]
  if (!after) return null
  const change = before && changeBetween(before, after)
  const changes = new Map(change?.byPillar.map(({ pillar, delta }) => [pillar, delta]))
  return {
    before: before?.value ?? null,
    after: after.value,
    change: change?.delta ?? null,
    confidence: reputation.confidence,
    effectiveMentions: last.effectiveMentions,
    pillars: reputation.pillars.map(
      ({ pillar, score, status, sampleSize, reason, contribution, weight }): MonthPillar => ({
        pillar,
        score,
        status,
        sampleSize,
        reason: reason ?? null,
        got: contribution,
        could: weight,
        change: changes.get(pillar) ?? null,
      }),
    ),
    history: Array.from({ length: lastDay - beforeDay + 1 }, (_, index) => ({
      date: isoDay(beforeDay + index),
      value: overallOn(beforeDay + index)?.value ?? null,
      observed: days.get(beforeDay + index)?.observed ?? false,
    })),
  }
}

export const byDay = (sums: readonly DaySums[] | undefined) => new Map((sums ?? []).map((one) => [one.day, one]))

/** What language models say is asked about the own sector for the own company alone. */
const comparablePillars: PillarSet = pillars.filter((pillar) => pillar !== 'ai_visibility')

/** The score that a subject would have if it were the own one, and all others its peers. */
function comparableScore(id: string, { lastDay, ownId, peerIds, sums }: ScoredMonthInput): number | undefined {
  const others = [ownId, ...peerIds].filter((other) => other !== id)
  if (others.length === 0) return undefined
  const inputs: PillarInputs = { own: byDay(sums.get(id)), peers: others.map((other) => byDay(sums.get(other))) }
  const day = pillarsOfDay(lastDay, inputs, scoreSettings)
  return day && overallOf(day, comparablePillars, scoreSettings)?.value
}

/** What the score of the last day would be if some articles had not been written. */
export class WhatIf {
  readonly #input: ScoredMonthInput
  readonly #byDay: ReadonlyMap<Day, readonly StoredMention[]>
  readonly #dayOfArticle: ReadonlyMap<string, Day>
  readonly #sums: ReadonlyMap<Day, DaySums>
  readonly #stored: ScoredDay | undefined
  readonly #score: number | undefined

  private constructor(input: ScoredMonthInput, counted: readonly StoredMention[]) {
    this.#input = input
    this.#byDay = Map.groupBy(counted, ({ publishedAt }) => dayOf(publishedAt))
    this.#dayOfArticle = new Map(counted.map(({ articleId, publishedAt }) => [articleId, dayOf(publishedAt)]))
    const before = (input.sums.get(input.ownId) ?? []).filter(({ day }) => day < windowFrom(input.lastDay))
    this.#sums = new Map([...byDay(before), ...sumsByDay(counted, scoreSettings)])
    const days = everyDayOf(new Map(input.scored.map((one) => [one.day, one])), input.beforeDay, input.lastDay)
    this.#stored = days.get(input.lastDay)
    this.#score = this.#scoreOf(this.#sums)
  }

  static *over(mentions: readonly StoredMention[], input: ScoredMonthInput): Pieces<WhatIf> {
    const from = windowFrom(input.lastDay)
    const counted: StoredMention[] = []
    // In the same blocks as the sums of days: which articles are copies must not depend on the month that is asked for.
    for (let start = sumsFrom(from); start <= input.lastDay; start += sumsBlock.days) {
      const visible = within(mentions, mentionsForSums(start), start + sumsBlock.days)
      const ofBlock = within(yield* withCopies(visible), Math.max(start, from), start + sumsBlock.days)
      counted.push(
        ...ofBlock.filter((mention) => countsInFigures(mention) && dayOf(mention.publishedAt) <= input.lastDay),
      )
    }
    yield
    return new WhatIf(input, counted)
  }

  /** Whether the stored score is the one that these mentions make: if not, they have changed meanwhile. */
  get isSettled(): boolean {
    const stored = this.#storedScore
    return stored !== undefined && this.#score !== undefined && Math.abs(stored - this.#score) <= 0.05
  }

  /** Null where the stored score is not the one that these mentions make. */
  scoreWithout(articleIds: readonly string[]): number | null {
    return this.overallWithout(articleIds)?.value ?? null
  }

  effectOf(articleIds: readonly string[]): number | null {
    const without = this.scoreWithout(articleIds)
    return without === null || this.#storedScore === undefined ? null : tenth(this.#storedScore - without)
  }

  /** On these pillars, those of the day itself unless others are named; undefined where `isSettled` is false. */
  overallWithout(articleIds: readonly string[], set?: PillarSet): Overall | undefined {
    const measured = set ?? (this.#stored && measurable(this.#stored))
    if (!this.isSettled || !this.#stored || !measured) return undefined
    const gone = new Set(articleIds)
    const days = new Set(articleIds.flatMap((id) => this.#dayOfArticle.get(id) ?? []))
    if (days.size === 0) return overallOf(this.#stored, measured, scoreSettings)
    const sums = new Map(this.#sums)
    for (const day of days) {
      const rest = (this.#byDay.get(day) ?? []).filter(({ articleId }) => !gone.has(articleId))
      const again = sumsByDay(rest, scoreSettings).get(day)
      if (again) sums.set(day, again)
      else sums.delete(day)
    }
    const of = this.#dayOf(sums)
    return of && overallOf(of, measured, scoreSettings)
  }

  /** What the score is made of: the mentions of the window, with which of them are copies. */
  get mentions(): readonly StoredMention[] {
    return [...this.#byDay.values()].flat()
  }

  get #storedScore(): number | undefined {
    return this.#stored && overallOf(this.#stored, measurable(this.#stored), scoreSettings)?.value
  }

  #scoreOf(sums: ReadonlyMap<Day, DaySums>): number | undefined {
    const day = this.#dayOf(sums)
    return day && this.#stored && overallOf(day, measurable(this.#stored), scoreSettings)?.value
  }

  /** With the AI visibility as it is stored: it is not made of articles. */
  #dayOf(sums: ReadonlyMap<Day, DaySums>): DayPillars | undefined {
    if (!this.#stored) return undefined
    const { lastDay, peerIds, sums: all } = this.#input
    const peers = peerIds.map((id) => byDay(all.get(id)))
    const computed = pillarsOfDay(lastDay, { own: sums, peers: peers.length > 0 ? peers : undefined }, scoreSettings)
    const { ai_visibility } = this.#stored.values
    return computed && { ...computed, values: { ...computed.values, ai_visibility } }
  }
}

export const windowFrom = (lastDay: Day): Day => lastDay - scoreSettings.windowDays + 1

/** The sums of all subjects, those of the own one with the company's corrections. */
export function* withCorrections(
  { sums, ownId }: Pick<ScoredMonthInput, 'sums' | 'ownId'>,
  mentions: readonly StoredMention[],
  from: Day,
): Pieces<ReadonlyMap<string, readonly DaySums[]>> {
  return new Map([...sums, [ownId, yield* correctedSums(sums.get(ownId) ?? [], mentions, from)]])
}

const tenth = (value: number): number => Math.round(value * 10) / 10 || 0
