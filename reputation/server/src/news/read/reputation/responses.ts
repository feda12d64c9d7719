/** The reputation as it is answered. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { Instant } from '@service/foundation/http/instant.ts'
import { nullable } from '@service/foundation/http/nullable.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import { type Pillar, pillars } from '@service/reputation-domain/score/pillar.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import Type from 'typebox'
import { CompanyReference } from '../../../events/company-reference.ts'
import type { ReadReputation } from './read-reputation.ts'

const points = (description: string) => Type.Number({ minimum: 0, maximum: 100, description })
const change = (description: string) =>
  nullable(
    Type.Number({ minimum: -100, maximum: 100, description: `${description} Null where there is no score then.` }),
  )

const Driver = Type.Object({
  title: Type.String(),
  source: Type.String(),
  url: Type.String(),
  publishedAt: Instant('When it was published.'),
  sentimentScore: Type.Number({ minimum: -1, maximum: 1 }),
  originalPublishedAt: Type.Optional(Instant('Of a sample: when it was really published.')),
})

const share = Type.Number({ minimum: 0, maximum: 1 })
const Presence = Type.Object(
  { share, low: share, high: share },
  {
    description:
      'Of AI visibility: the share of the language models’ answers that name the company, with its 95 % interval (Wilson).',
  },
)

const PillarResponse = Type.Object({
  pillar: stringEnum(pillars),
  score: nullable(points('0 to 100. Null where it cannot be measured.')),
  weight: points(
    'Its share in the overall score, in per cent; what cannot be measured leaves its weight to the others.',
  ),
  contribution: points('Its points of the overall score; they add up to it.'),
  change7d: change('By how much its contribution has changed in seven days; they add up to the change of the score.'),
  change30d: change('The same in thirty days.'),
  status: stringEnum(['ok', 'estimated', 'unavailable'], {
    description: '`estimated`: rests on few articles. `unavailable`: see `reason`.',
  }),
  reason: Type.Optional(Type.String({ examples: ['no_peers_configured'] })),
  sampleSize: Type.Integer({ description: 'How many articles (or answers) it rests on.' }),
  presence: Type.Optional(Presence),
  drivers: Type.Array(Driver, { description: 'The articles that move it most.' }),
})

export const ReputationResponse = Type.Object(
  {
    company: CompanyReference,
    score: Type.Object({
      value: points('The overall score.'),
      date: Type.String({ description: 'The day, UTC: today, provisional.', examples: ['2026-11-20'] }),
      change7d: change('Against seven days before.'),
      change30d: change('Against thirty days before.'),
      confidence: stringEnum(['low', 'medium', 'high'], { description: 'By how many articles it rests on.' }),
    }),
    pillars: Type.Array(PillarResponse),
    history: Type.Array(
      Type.Object({
        date: Type.String({ examples: ['2026-11-20'] }),
        score: nullable(points('Made of the same pillars as the present score.')),
        observed: Type.Boolean({ description: 'Whether the company was in the news on that day.' }),
      }),
      { description: 'Thirty days, oldest first, up to today.' },
    ),
    methodologyVersion: Type.String({ description: 'Scores of different versions do not compare.' }),
    sample: Type.Optional(
      Type.Literal(true, { description: 'The articles are a sample, of 2014, with shifted dates.' }),
    ),
  },
  { title: 'Reputation' },
)
export type ReputationResponse = Type.Static<typeof ReputationResponse>

type Read = Awaited<ReturnType<ReadReputation>>

export function toResponse({ company, figures, reputation }: Read): ReputationResponse {
  const { value, date, change7d, change30d, confidence, history } = reputation
  const deltaOf = (change: typeof change7d, pillar: Pillar) =>
    change?.byPillar.find((one) => one.pillar === pillar)?.delta ?? null
  return {
    company,
    score: { value, date, change7d: change7d?.delta ?? null, change30d: change30d?.delta ?? null, confidence },
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
}

/** One row a day, with what each pillar stood at. */
export const historyRows = ({ reputation, days }: Read): HistoryRow[] =>
  reputation.history.map((point) => {
    const values = days.get(dayOf(Date.parse(point.date)))?.values
    const shown = pillars.flatMap((pillar) => {
      const score = values?.[pillar].score ?? null
      return score === null ? [] : [[pillar, tenth(score)] as const]
    })
    return { ...point, pillars: Object.fromEntries(shown) }
  })

export const historyColumns: CsvColumn<HistoryRow>[] = [
  { name: 'date', value: ({ date }) => date },
  { name: 'score', value: ({ score }) => score },
  { name: 'observed', value: ({ observed }) => observed },
  ...pillars.map((pillar) => ({ name: pillar, value: (row: HistoryRow) => row.pillars[pillar] })),
]
