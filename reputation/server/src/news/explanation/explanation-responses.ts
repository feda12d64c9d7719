/** Response schemas of what explains a score. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import { pillars } from '@service/reputation-domain/score/pillar.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { isoDay } from '@service/reputation-domain/series/model/day.ts'
import Type from 'typebox'
import { AlertSeverity, CompanyReference } from '../../events/events.ts'
import { ArticlesPath, articlesPath } from '../read/article-path.ts'
import { OwnSubject } from '../read/own-subject.ts'
import type { ExplainedStory as ComputedStory, ExplainedDriver, StoryEffect } from './compute-explanation.ts'
import type { Explanation } from './explain-score.ts'

const points = (description: string) => Type.Number({ minimum: 0, maximum: 100, description })
const change = (description: string) => Type.Number({ minimum: -100, maximum: 100, description })
const date = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-20'] })
const pillar = stringEnum(pillars, { title: 'Pillar', description: 'A pillar of the reputation.' })

const Driver = Type.Object(
  {
    articleId: Type.String({ examples: ['art_1e501d73f529098addeca039'] }),
    title: Type.String(),
    source: Type.String({ description: 'The outlet that published the article.' }),
    url: Type.String({ format: 'uri' }),
    publishedAt: Instant('When the article was published.'),
    sentimentScore: Type.Number({ minimum: -1, maximum: 1, description: 'Below 0 for negative sentiment.' }),
    raises: Type.Boolean({ description: 'Whether it raises the pillar; else it lowers it.' }),
    story: nullable(Type.String({ description: 'The id of its story, where that is one of the large ones.' })),
  },
  { title: 'ExplainedDriver' },
)

const Basis = Type.Object(
  {
    weight: Type.Optional(Type.Number({ description: 'Of tone: the weights of the mentions, faded, added up.' })),
    mean: Type.Optional(
      Type.Number({ description: 'Of tone: the weighed mean of the sentiments, the assumed mentions included.' }),
    ),
    voice: Type.Optional(Type.Number({ description: 'Of volume and authority: the voice of the window.' })),
    perDay: Type.Optional(Type.Number({ description: 'Of volume: the voice per day.' })),
    authority: Type.Optional(Type.Number({ description: 'Of authority: that of the voices, added up.' })),
    own: Type.Optional(Type.Number({ description: 'Of share of voice: the own voice, with what is assumed.' })),
    others: Type.Optional(Type.Number({ description: 'Of share of voice: the mean of the peers, the same way.' })),
  },
  { title: 'PillarBasis', description: 'The numbers of that day which the formula of the pillar is given.' },
)

const ExplainedPillar = Type.Object(
  {
    pillar,
    score: nullable(points('From 0 to 100; null if it cannot be measured.')),
    scoreBefore: nullable(points('The same on the earlier day.')),
    got: points('The points that it contributes; they add up to the score.'),
    could: points('The points that it would contribute at 100.'),
    change: nullable(change('Of what it contributes; the changes add up to the change of the score.')),
    status: stringEnum(['ok', 'estimated', 'unavailable'], {
      title: 'PillarStatus',
      description: '`estimated`: based on few articles. `unavailable`: see `reason`.',
    }),
    reason: Type.Optional(Type.String({ description: 'Why it is unavailable: a stable code.' })),
    sampleSize: Type.Integer({ description: 'How many articles (or answers) it is based on.' }),
    basis: nullable(Basis),
    drivers: Type.Array(Driver),
  },
  { title: 'ExplainedPillar' },
)

const effectFields = {
  effect: change('How much higher or lower the score is with it than without.'),
  without: points('What the score would be without it.'),
  changeEffect: change('How much of the change since the earlier day it is.'),
  pillars: Type.Array(
    Type.Object(
      {
        pillar,
        effect: change('How much more or less the pillar contributes with it.'),
        changeEffect: change('How much of the change of that it is.'),
      },
      { title: 'StoryPillarEffect' },
    ),
    { description: 'Those that it moves; they add up to the whole.' },
  ),
}

const ExplainedStory = Type.Object(
  {
    story: Type.String({ description: 'The id of the story.' }),
    title: Type.String({ description: 'The headline of its best article.' }),
    source: Type.String(),
    url: Type.String({ format: 'uri' }),
    beganAt: Instant('When its first article was published.'),
    lastAt: Instant('When its last article was published.'),
    articleCount: Type.Integer(),
    outletCount: Type.Integer(),
    category: Type.Optional(
      openEnum(riskCategories, { title: 'RiskCategory', description: 'The category of a risk.' }),
    ),
    severity: Type.Optional(described(AlertSeverity, 'The highest severity of its alerts; absent if it has no alert.')),
    ...effectFields,
    articlesPath: ArticlesPath('Lists its articles.'),
  },
  { title: 'ExplainedStory' },
)

const Peer = Type.Object(
  {
    name: Type.String(),
    isOwn: Type.Boolean(),
    score: nullable(points('On the pillars that can be computed for all of these; null before its first mention.')),
    voice: Type.Number({ description: 'What is said calmly about it in the window.' }),
    share: nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Of all their voices.' })),
  },
  { title: 'ComparedSubject' },
)

const Method = Type.Object(
  {
    version: Type.String({ description: 'Scores of different versions are not comparable.' }),
    windowDays: Type.Integer(),
    halfLifeDays: Type.Number({ description: 'After so many days a mention counts half in the pillars of tone.' }),
    assumedMentions: Type.Number({ description: 'Neutral mentions that are assumed before the first real one.' }),
    assumedAuthority: Type.Number(),
    steepness: Type.Object({ up: Type.Number(), down: Type.Number() }, { title: 'ToneSteepness' }),
    referenceVolume: Type.Number({ description: 'The voice per day that makes a volume of 100.' }),
  },
  { title: 'ScoreMethod', description: 'The settings of the formulas: see docs/reputation.md.' },
)

const about = { company: CompanyReference, subject: OwnSubject, on: date('The day that is explained, UTC.') }

export const ScoreExplanation = Type.Object(
  {
    ...about,
    provisional: Type.Boolean({ description: 'True for today: there is more to come.' }),
    against: date('The earlier day.'),
    value: points('The score.'),
    before: nullable(points('On the earlier day; null where there is no score that compares.')),
    change: nullable(change('From the earlier day to this one.')),
    confidence: stringEnum(['low', 'medium', 'high'], {
      title: 'ScoreConfidence',
      description: 'How reliable the score is, by the number of its articles.',
    }),
    effectiveMentions: Type.Number({ description: 'The mentions of the window, copies counted less.' }),
    settled: Type.Boolean({
      description:
        'False while the figures are computed again from new articles: stories and formulas are absent then.',
    }),
    pillars: Type.Array(ExplainedPillar),
    stories: Type.Array(ExplainedStory, {
      description:
        'The stories that moved the score most, at most 12. Articles outside large stories moved it as well.',
    }),
    peers: Type.Array(Peer, { description: 'Empty where no peers are followed.' }),
    history: Type.Array(
      Type.Object(
        {
          date: date('The day, UTC.'),
          score: nullable(points('Computed from the same pillars.')),
          observed: Type.Boolean({ description: 'Whether the company was in the news on that day.' }),
          provisional: Type.Boolean(),
        },
        { title: 'ExplainedDay' },
      ),
      { description: 'Thirty days up to this one, oldest first.' },
    ),
    method: Method,
    articlesPath: ArticlesPath('Lists the articles of the window that the score is made of.'),
    sample: Type.Optional(
      Type.Boolean({ description: 'True if the articles are the sample of 2014, with shifted dates.' }),
    ),
  },
  { title: 'ScoreExplanation' },
)
export type ScoreExplanation = Type.Static<typeof ScoreExplanation>

export const ScoreWithout = Type.Object(
  {
    ...about,
    story: Type.String({ description: 'The id of the story.' }),
    value: points('The score.'),
    ...effectFields,
  },
  { title: 'ScoreWithoutStory' },
)
export type ScoreWithout = Type.Static<typeof ScoreWithout>

export function toScoreExplanation(read: Explanation): ScoreExplanation {
  const { company, subject, on, against, today, reputation, before, changes, sample } = read
  const { windowDays, halfLifeDays, pseudoMentions, assumedAuthority, steepness, referenceVolume } = scoreSettings
  return {
    company,
    subject,
    on: isoDay(on),
    provisional: on === today,
    against: isoDay(against),
    value: reputation.value,
    before: before?.value ?? null,
    change: before ? tenth(reputation.value - before.value) : null,
    confidence: reputation.confidence,
    effectiveMentions: tenth(read.effectiveMentions),
    settled: read.isSettled,
    pillars: reputation.pillars.map(({ pillar, score, status, sampleSize, reason, weight, contribution }) => ({
      pillar,
      score: score === null ? null : tenth(score),
      scoreBefore: score === null ? null : tenthOrNull(read.scoresBefore.get(pillar)),
      got: contribution,
      could: tenth(weight),
      change: changes.get(pillar) ?? null,
      status,
      ...(reason !== undefined && { reason }),
      sampleSize,
      basis: toBasis(read.bases[pillar]),
      drivers: score === null ? [] : (read.drivers.get(pillar) ?? []).map(toDriver),
    })),
    stories: read.stories.map(toStory),
    peers: read.peers.map(({ id, ...peer }) => ({ name: read.names.get(id) ?? id, isOwn: id === subject.id, ...peer })),
    history: reputation.history.map((day) => ({ ...day, provisional: day.date === isoDay(today) })),
    method: {
      version: read.methodologyVersion,
      windowDays,
      halfLifeDays: halfLifeDays.sentiment,
      assumedMentions: pseudoMentions,
      assumedAuthority,
      steepness,
      referenceVolume,
    },
    articlesPath: articlesPath({ counted: true, from: isoDay(on - windowDays + 1), to: isoDay(on) }),
    ...(sample && { sample: true }),
  }
}

export const toScoreWithout = (
  { company, subject, on, reputation }: Explanation,
  story: string,
  { effect, without, changeEffect, pillars }: StoryEffect,
): ScoreWithout => ({
  company,
  subject,
  on: isoDay(on),
  story,
  value: reputation.value,
  effect,
  without,
  changeEffect,
  pillars,
})

function toBasis(basis: Explanation['bases'][keyof Explanation['bases']]) {
  if (!basis) return null
  const { kind: _kind, ...numbers } = basis
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]))
}

const toDriver = ({ publishedAt, story, ...driver }: ExplainedDriver) => ({
  ...driver,
  publishedAt: new Date(publishedAt).toISOString(),
  story: story ?? null,
})

const toStory = (story: ComputedStory) => ({
  story: story.id,
  title: story.title,
  source: story.source,
  url: story.url,
  beganAt: new Date(story.beganAt).toISOString(),
  lastAt: new Date(story.lastAt).toISOString(),
  articleCount: story.articleCount,
  outletCount: story.outletCount,
  ...(story.category !== null && { category: story.category }),
  ...(story.severity !== null && { severity: story.severity }),
  effect: story.effect,
  without: story.without,
  changeEffect: story.changeEffect,
  pillars: story.pillars,
  articlesPath: articlesPath({ story: story.id }),
})

export const explanationColumns: CsvColumn<
  ScoreExplanation['pillars'][number] & Pick<ScoreExplanation, 'on' | 'against'>
>[] = ['on', 'against', 'pillar', 'score', 'scoreBefore', 'got', 'could', 'change', 'status', 'sampleSize']

const tenth = (value: number): number => Math.round(value * 10) / 10 || 0
const tenthOrNull = (value: number | undefined): number | null => (value === undefined ? null : tenth(value))
