/**
 * Why the score of a day is what it is, from the mentions that a company can see and from its stored scores: what each
 * pillar got of what it could, how it changed since an earlier day, which stories moved it, and what it would be without
 * them. Pure; runs in a thread. All changes and effects are in tenths of points and add up to what they are parts of.
 */
import { sentimentOf } from '@service/reputation-domain/mentions/mentions.ts'
import type { Pieces } from '@service/reputation-domain/pieces/pieces.ts'
import { basisOfDay, type PillarBasis, type PillarInputs } from '@service/reputation-domain/score/day-pillars.ts'
import { driversOf } from '@service/reputation-domain/score/drivers.ts'
import {
  changeBetween,
  measurable,
  type Overall,
  overallOf,
  type PillarSet,
} from '@service/reputation-domain/score/overall.ts'
import { type Pillar, pillars } from '@service/reputation-domain/score/pillar.ts'
import { type Reputation, reputationOn } from '@service/reputation-domain/score/reputation.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import type { Day } from '@service/reputation-domain/series/model/day.ts'
import { everyDayOf } from '../model/every-day.ts'
import type { CountedStory } from '../model/month-of-news.ts'
import { rounded } from '../model/rounded.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { byDay, type ScoredMonthInput, scoreMonth, WhatIf, windowFrom, withCorrections } from '../month/score-month.ts'

/** `lastDay` is the day that is explained. */
export type ExplanationInput = ScoredMonthInput & {
  against: Day
  /** Of which the effect is computed. */
  stories: readonly CountedStory[]
  maxStories: number
  /** The articles of one story more, without which the score is asked for. */
  without?: readonly string[] | undefined
}

export type ComputedExplanation = {
  reputation: Reputation
  /** The mentions of the window, copies damped. */
  effectiveMentions: number
  /** Of the earlier day, on the pillars of this one; undefined where it has no score on them. */
  before: Overall | undefined
  /** Whether what is stored fits what it is made of; if not, figures are being made again and nothing is said of parts. */
  isSettled: boolean
  changes: Map<Pillar, number>
  scoresBefore: Map<Pillar, number>
  bases: Partial<Record<Pillar, PillarBasis>>
  drivers: Map<Pillar, ExplainedDriver[]>
  stories: ExplainedStory[]
  peers: { id: string; score: number | null; voice: number; share: number | null }[]
  without: StoryEffect | undefined
}

export type ExplainedDriver = {
  articleId: string
  title: string
  source: string
  url: string
  publishedAt: number
  sentimentScore: number
  /** Whether it raises the pillar. */
  raises: boolean
  /** The id of its story, if it is one of those that are compared. */
  story: string | undefined
}

export type StoryEffect = {
  /** How much higher or lower the score is with it, and how much of the change it is. */
  effect: number
  without: number
  changeEffect: number
  /** The same by pillar, those alone that it moves. */
  pillars: { pillar: Pillar; effect: number; changeEffect: number }[]
}

export type ExplainedStory = Omit<CountedStory, 'articles'> & StoryEffect

/** Undefined where the day has no score. */
export function* explainScore(
  mentions: readonly StoredMention[],
  given: ExplanationInput,
): Pieces<ComputedExplanation | undefined> {
  const input = { ...given, sums: yield* withCorrections(given, mentions, windowFrom(given.against)) }
  const { lastDay, against, beforeDay, scored } = input
  const days = everyDayOf(new Map(scored.map((one) => [one.day, one])), beforeDay, lastDay)
  const reputation = reputationOn(lastDay, days, scoreSettings)
  const today = days.get(lastDay)
  if (!today || !reputation) return undefined
  const set = measurable(today)
  const [after, earlier] = [overallOf(today, set, scoreSettings), days.get(against)]
  const before = earlier && overallOf(earlier, set, scoreSettings)
  const now = yield* WhatIf.over(mentions, input)
  const then = yield* WhatIf.over(mentions, { ...input, lastDay: against })
  const compared = { set, after, before, now, then }
  const stories: ExplainedStory[] = []
  for (const { articles, ...story } of input.stories) {
    yield
    const effect = effectOf(articles, compared)
    if (effect && hasEffect(effect)) stories.push({ ...story, ...effect })
  }
  stories.sort(byEffect)
  const change = before && after && changeBetween(before, after)
  return {
    reputation,
    effectiveMentions: today.effectiveMentions,
    before,
    isSettled: now.isSettled,
    changes: new Map(change?.byPillar.map(({ pillar, delta }) => [pillar, delta])),
    scoresBefore: new Map(
      pillars.flatMap((pillar) => {
        const score = before && earlier ? earlier.values[pillar].score : null
        return score === null ? [] : [[pillar, score] as const]
      }),
    ),
    bases: now.isSettled ? (basisOfDay(lastDay, inputsOf(input), scoreSettings) ?? {}) : {},
    drivers: yield* explainedDrivers(now, input),
    stories: stories.slice(0, input.maxStories),
    peers: comparePeers(input),
    without: input.without && effectOf(input.without, compared),
  }
}

function inputsOf({ ownId, peerIds, sums }: ScoredMonthInput): PillarInputs {
  const peers = peerIds.map((id) => byDay(sums.get(id)))
  return { own: byDay(sums.get(ownId)), peers: peers.length > 0 ? peers : undefined }
}

type Compared = { set: PillarSet; after: Overall | undefined; before: Overall | undefined; now: WhatIf; then: WhatIf }

/** Undefined where nothing can be said of parts. Before a story began it had no effect. */
function effectOf(articles: readonly string[], { set, after, before, now, then }: Compared): StoryEffect | undefined {
  const without = now.overallWithout(articles, set)
  if (!without || !after) return undefined
  const withoutBefore = before && then.overallWithout(articles, set)
  const effect = changeBetween(without, after)
  const earlier = before && withoutBefore && changeBetween(withoutBefore, before)
  const earlierOf = new Map(earlier?.byPillar.map(({ pillar, delta }) => [pillar, delta]))
  return {
    effect: effect.delta,
    without: without.value,
    changeEffect: tenth(effect.delta - (earlier?.delta ?? 0)),
    pillars: effect.byPillar
      .map(({ pillar, delta }) => ({
        pillar,
        effect: delta,
        changeEffect: tenth(delta - (earlierOf.get(pillar) ?? 0)),
      }))
      .filter(({ effect, changeEffect }) => effect !== 0 || changeEffect !== 0),
  }
}

const hasEffect = ({ pillars }: StoryEffect): boolean => pillars.length > 0

/** What moved the score most first, then what weighs most in it. */
const byEffect = (one: ExplainedStory, other: ExplainedStory): number =>
  Math.abs(other.changeEffect) - Math.abs(one.changeEffect) ||
  Math.abs(other.effect) - Math.abs(one.effect) ||
  other.articleCount - one.articleCount ||
  (one.id < other.id ? -1 : 1)

function* explainedDrivers(now: WhatIf, input: ExplanationInput): Pieces<ComputedExplanation['drivers']> {
  const { lastDay, stories } = input
  const { peers } = inputsOf(input)
  const byArticle = new Map(now.mentions.map((mention) => [mention.articleId, mention]))
  const storyOf = new Map(stories.flatMap(({ id, articles }) => articles.map((article) => [article, id] as const)))
  const drivers: ComputedExplanation['drivers'] = new Map()
  for (const pillar of pillars) {
    yield
    drivers.set(
      pillar,
      driversOf(pillar, lastDay, now.mentions, scoreSettings, { peers }).flatMap(({ articleId, weight }) => {
        const mention = byArticle.get(articleId)
        if (!mention) return []
        const { title, outlet, url, publishedAt } = mention
        const sentimentScore = rounded(sentimentOf(mention))
        const story = storyOf.get(articleId)
        return [{ articleId, title, source: outlet, url, publishedAt, sentimentScore, raises: weight > 0, story }]
      }),
    )
  }
  return drivers
}

/** Each as if it were the own one, and how much is said calmly about it. */
function comparePeers(input: ExplanationInput): ComputedExplanation['peers'] {
  const { ownId, peerIds, sums, lastDay } = input
  if (peerIds.length === 0) return []
  const { comparable } = scoreMonth(input)
  const voices = [ownId, ...peerIds].map((id) => ({
    id,
    voice: (sums.get(id) ?? [])
      .filter(({ day }) => day >= windowFrom(lastDay) && day <= lastDay)
      .reduce((sum, { voice }) => sum + voice, 0),
  }))
  const all = voices.reduce((sum, { voice }) => sum + voice, 0)
  return voices.map(({ id, voice }) => ({
    id,
    voice: Math.round(voice * 10) / 10,
    share: all > 0 ? rounded(voice / all) : null,
    score: comparable.get(id) ?? null,
  }))
}

const tenth = (value: number): number => Math.round(value * 10) / 10 || 0
