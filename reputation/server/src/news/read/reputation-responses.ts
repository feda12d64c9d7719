/** Response schemas of the reputation. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { type Pillar, pillars } from '@service/reputation-domain/score/pillar.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import Type from 'typebox'
import { CompanyReference } from '../../events/events.ts'
import { ArticlesPath, articlesPath } from './article-path.ts'
import { OwnSubject } from './own-subject.ts'
import type { ReadReputation } from './read-reputation.ts'

const points = (description: string) => Type.Number({ minimum: 0, maximum: 100, description })
const change = (description: string) =>
  nullable(
    Type.Number({ minimum: -100, maximum: 100, description: `${description} Null where there is no score then.` }),
  )

const Driver = Type.Object(
  {
    articleId: Type.Optional(
      Type.String({ description: 'The id of the article.', examples: ['art_1e501d73f529098addeca039'] }),
    ),
    title: Type.String(),
    source: Type.String({ description: 'The outlet that published the article.' }),
    url: Type.String({ format: 'uri' }),
    publishedAt: Instant('When the article was published.'),
    sentimentScore: Type.Number({ minimum: -1, maximum: 1, description: 'Below 0 for negative sentiment.' }),
    originalPublishedAt: Type.Optional(Instant('When the article of a sample was really published.')),
  },
  { title: 'PillarDriver' },
)

const share = Type.Number({ minimum: 0, maximum: 1 })
const Presence = Type.Object(
  { share, low: share, high: share },
  {
    title: 'PillarPresence',
    description:
      'For AI visibility: the share of the language models’ answers that name the company, with its 95 % interval (Wilson).',
  },
)

const PillarResponse = Type.Object(
  {
    pillar: stringEnum(pillars, { title: 'Pillar', description: 'A pillar of the reputation.' }),
    score: nullable(points('From 0 to 100; null if it cannot be measured.')),
    weight: points(
      'The weight of the pillar in the overall score, in percent. Pillars that cannot be measured have none.',
    ),
    contribution: points('The points that the pillar contributes; they add up to the overall score.'),
    change7d: change('The change of its contribution in seven days; they add up to the change of the score.'),
    change30d: change('The change of its contribution in thirty days.'),
    status: stringEnum(['ok', 'estimated', 'unavailable'], {
      title: 'PillarStatus',
      description: '`estimated`: based on few articles. `unavailable`: see `reason`.',
    }),
    reason: Type.Optional(
      Type.String({
        description: 'Why the pillar is unavailable: a stable code. New codes may be added.',
        examples: ['no_peers_configured'],
      }),
    ),
    sampleSize: Type.Integer({ description: 'How many articles (or answers) it is based on.' }),
    presence: Type.Optional(Presence),
    drivers: Type.Array(Driver, {
      description:
        'The articles that move it most: by tone for the pillars of tone, by how often they were printed for volume, by their publishers for authority, by how much was said about the peers on their day for share of voice.',
    }),
  },
  { title: 'PillarScore' },
)

export const ReputationResponse = Type.Object(
  {
    company: CompanyReference,
    subject: OwnSubject,
    score: Type.Object(
      {
        value: points('The overall score.'),
        date: Type.String({
          format: 'date',
          description: 'The day, UTC: today, provisional.',
          examples: ['2026-11-20'],
        }),
        change7d: change('The change in seven days.'),
        change30d: change('The change in thirty days.'),
        confidence: stringEnum(['low', 'medium', 'high'], {
          title: 'ScoreConfidence',
          description: 'How reliable the score is, by the number of its articles.',
        }),
      },
      { title: 'ReputationScore' },
    ),
    articlesPath: ArticlesPath('Lists the articles of the window that the score is made of.'),
    unjudged: Type.Integer({
      description: 'Articles of the window in languages that are not judged: the score is made without them.',
    }),
    unjudgedPath: ArticlesPath('Lists these.'),
    pillars: Type.Array(PillarResponse),
    history: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', examples: ['2026-11-20'] }),
          score: nullable(points('Computed from the same pillars as the current score.')),
          observed: Type.Boolean({ description: 'Whether the company was in the news on that day.' }),
        },
        { title: 'ReputationDay' },
      ),
      { description: 'Thirty days, oldest first, up to today.' },
    ),
    methodologyVersion: Type.String({ description: 'Scores of different versions are not comparable.' }),
    sample: Type.Optional(
      Type.Boolean({ description: 'True if the articles are the sample of 2014, with shifted dates.' }),
    ),
  },
  { title: 'Reputation' },
)
export type ReputationResponse = Type.Static<typeof ReputationResponse>

type Read = Awaited<ReturnType<ReadReputation>>

export function toResponse({ company, subject, figures, reputation, unjudged, windowFrom }: Read): ReputationResponse {
  const { value, date, change7d, change30d, confidence, history } = reputation
  const deltaOf = (change: typeof change7d, pillar: Pillar) =>
    change?.byPillar.find((one) => one.pillar === pillar)?.delta ?? null
  return {
    company,
    subject,
    score: { value, date, change7d: change7d?.delta ?? null, change30d: change30d?.delta ?? null, confidence },
    articlesPath: articlesPath({ counted: true, from: windowFrom, to: date }),
    unjudged,
    unjudgedPath: articlesPath({ unjudged: true, from: windowFrom, to: date }),
    pillars: reputation.pillars.map(({ score, weight, ...pillar }) => ({
      ...pillar,
      score: score === null ? null : tenth(score),
      weight: tenth(weight),
      change7d: deltaOf(change7d, pillar.pillar),
      change30d: deltaOf(change30d, pillar.pillar),
      drivers: score === null ? [] : (figures.drivers[pillar.pillar] ?? []),
    })),
    history,
    methodologyVersion: figures.methodologyVersion,
    ...(figures.sample && { sample: true as const }),
  }
}

const tenth = (value: number): number => Math.round(value * 10) / 10

export type HistoryRow = {
  date: string
  score: number | null
  observed: boolean
  pillars: Partial<Record<Pillar, number>>
  sample: boolean
}

/** One row a day, with what each pillar stood at. */
export const historyRows = ({ reputation, days, figures }: Read): HistoryRow[] =>
  reputation.history.map((point) => {
    const values = days.get(dayOf(Date.parse(point.date)))?.values
    const shown = pillars.flatMap((pillar) => {
      const score = values?.[pillar].score ?? null
      return score === null ? [] : [[pillar, tenth(score)] as const]
    })
    return { ...point, pillars: Object.fromEntries(shown), sample: figures.sample === true }
  })

export const historyColumns: CsvColumn<HistoryRow>[] = [
  'date',
  'score',
  'observed',
  ...pillars.map((pillar) => ({ name: pillar, value: (row: HistoryRow) => row.pillars[pillar] })),
  'sample',
]
