/**
 * A month of news from the mentions that a company can see and from its scores. Pure, and some computing for a large
 * company: runs in a thread. Sums of the parts that are shown are the totals that are shown.
 */
import { siteOf } from '@service/reputation-domain/articles/articles.ts'
import {
  concernsCompany,
  countsInFigures,
  labelOf,
  type Mention,
  sentimentOf,
} from '@service/reputation-domain/mentions/mentions.ts'
import type { Pieces } from '@service/reputation-domain/pieces/pieces.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import { type Day, dayOf } from '@service/reputation-domain/series/model/day.ts'
import { countUpTo } from '@service/reputation-domain/series/model/observed-window.ts'
import type {
  CitedArticle,
  CountedStory,
  MonthArticles,
  MonthDay,
  MonthRisk,
  MonthStory,
  Tones,
} from '../model/month-of-news.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import {
  type ScoredMonth,
  type ScoredMonthInput,
  scoreMonth,
  WhatIf,
  windowFrom,
  withCorrections,
} from './score-month.ts'

export type MonthInput = ScoredMonthInput & {
  /** In milliseconds: when each date of the month begins, and when the last one ends. */
  dates: readonly string[]
  begins: readonly number[]
  until: number
  stories: readonly CountedStory[]
  /** How many of them, and how many articles, are shown at most. */
  limits: { stories: number; cited: number }
}

export type ComputedMonth = ScoredMonth & {
  sample: boolean
  articles: MonthArticles
  days: MonthDay[]
  risks: MonthRisk[]
  stories: MonthStory[]
  withoutTopTwo: number | null
  cited: CitedArticle[]
}

export function* computeMonth(mentions: readonly StoredMention[], given: MonthInput): Pieces<ComputedMonth> {
  const input = { ...given, sums: yield* withCorrections(given, mentions, windowFrom(given.lastDay)) }
  const { begins, until, limits } = input
  const ofMonth = mentions.filter(
    ({ publishedAt, ...mention }) =>
      publishedAt >= (begins[0] ?? until) && publishedAt < until && concernsCompany({ ...mention }),
  )
  yield
  const judged = ofMonth.filter(countsInFigures)
  const scored = scoreMonth(input)
  const whatIf = yield* WhatIf.over(mentions, input)
  const stories: MonthStory[] = []
  for (const story of input.stories) {
    yield
    stories.push(withEffect(story, whatIf.effectOf(story.articles)))
  }
  stories.sort(byEffect)
  const shown = stories.slice(0, limits.stories)
  const topTwo = shown.slice(0, 2).filter(({ effect }) => effect !== null && effect !== 0)
  const articlesOf = new Map(input.stories.map(({ id, articles }) => [id, articles]))
  return {
    ...scored,
    sample: ofMonth.some(({ sample }) => sample),
    articles: countArticles(ofMonth, judged),
    days: countDays(ofMonth, input),
    risks: countRisks(judged),
    stories: shown,
    withoutTopTwo: topTwo.length > 0 ? whatIf.scoreWithout(topTwo.flatMap(({ id }) => articlesOf.get(id) ?? [])) : null,
    cited: cite(ofMonth, shown, limits.cited),
  }
}

function withEffect({ articles: _articles, ...story }: CountedStory, effect: number | null): MonthStory {
  return { ...story, effect }
}

/** The strongest first; where nothing is known of that, the one most written about. */
const byEffect = (one: MonthStory, other: MonthStory): number =>
  Math.abs(other.effect ?? 0) - Math.abs(one.effect ?? 0) ||
  other.articleCount - one.articleCount ||
  one.beganAt - other.beganAt ||
  (one.id < other.id ? -1 : 1)

function tonesOf(mentions: readonly StoredMention[]): Tones {
  const tones: Tones = { positive: 0, neutral: 0, negative: 0 }
  for (const mention of mentions) tones[labelOf(mention)]++
  return tones
}

/** Smallest first: the same for the same set, whatever its order. */
function meanOf(mentions: readonly StoredMention[]): number | null {
  if (mentions.length === 0) return null
  const values = mentions.map(sentimentOf).sort((one, other) => one - other)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function countArticles(all: readonly StoredMention[], judged: readonly StoredMention[]): MonthArticles {
  const languages = Map.groupBy(all, ({ language, judged: isJudged }) => `${language ?? ''} ${isJudged !== false}`)
  return {
    ...tonesOf(judged),
    count: judged.length,
    unjudged: all.length - judged.length,
    sites: new Set(all.map(({ host }) => siteOf(host))).size,
    outlets: new Set(all.map(({ outlet }) => outlet.toLowerCase())).size,
    mean: meanOf(judged),
    languages: [...languages.values()]
      .map(([first, ...rest]) => ({
        language: first?.language ?? '',
        count: rest.length + 1,
        judged: first?.judged !== false,
      }))
      .sort((one, other) => other.count - one.count || (one.language < other.language ? -1 : 1)),
  }
}

function countDays(mentions: readonly StoredMention[], { dates, begins }: MonthInput): MonthDay[] {
  const byDate = Map.groupBy(mentions, ({ publishedAt }) => countUpTo(begins, publishedAt) - 1)
  return dates.map((date, index) => {
    const all = byDate.get(index) ?? []
    const judged = all.filter(countsInFigures)
    return {
      date,
      ...tonesOf(judged),
      count: judged.length,
      unjudged: all.length - judged.length,
      mean: meanOf(judged),
    }
  })
}

/** An article counts once in each category, by the gravest thing that it says there. */
function countRisks(mentions: readonly StoredMention[]): MonthRisk[] {
  const found = new Map<RiskCategory, MonthRisk>()
  for (const { risks } of mentions) {
    for (const [category, findings] of Map.groupBy(risks, (risk) => risk.category)) {
      const risk = found.get(category) ?? { category, articles: 0, grave: 0, serious: 0, mild: 0 }
      const strength = Math.max(...findings.map((finding) => finding.strength))
      risk.articles++
      risk[strength === 3 ? 'grave' : strength === 2 ? 'serious' : 'mild']++
      found.set(category, risk)
    }
  }
  return [...found.values()].sort(
    (one, other) =>
      other.articles - one.articles || other.grave - one.grave || (one.category < other.category ? -1 : 1),
  )
}

/** Those that stand for the stories, then those of the strongest tone, each address once. */
function cite(mentions: readonly StoredMention[], stories: readonly MonthStory[], limit: number): CitedArticle[] {
  const toCited = (mention: StoredMention): CitedArticle => ({
    title: mention.title,
    source: mention.outlet,
    url: mention.url,
    publishedAt: mention.publishedAt,
    tone: countsInFigures(mention) ? labelOf(mention) : null,
  })
  const leads = new Map(stories.map(({ url }, index) => [url, index]))
  const rank = (mention: StoredMention) => leads.get(mention.url) ?? stories.length
  const strength = (mention: StoredMention) => (countsInFigures(mention) ? Math.abs(sentimentOf(mention)) : 0)
  const ranked = [...mentions].sort(
    (one, other) => rank(one) - rank(other) || strength(other) - strength(one) || inTime(one, other),
  )
  const seen = new Set<string>()
  const cited = ranked.filter(({ url }) => !seen.has(url) && seen.add(url))
  return cited.slice(0, limit).map(toCited)
}

const inTime = (one: Pick<Mention, 'publishedAt' | 'articleId'>, other: typeof one): number =>
  one.publishedAt - other.publishedAt || (one.articleId < other.articleId ? -1 : 1)

/** From when on mentions have to be at hand. */
export const mentionsFrom = (firstMs: number, windowFrom: Day): Day => Math.min(dayOf(firstMs), windowFrom)
