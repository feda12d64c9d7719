import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import Type from 'typebox'
import { CompanyReference } from '../../events/events.ts'
import { ArticlesPath } from './article-path.ts'
import { DayParameter, readDays } from './days.ts'
import { noOwnSubject, OwnSubject } from './own-subject.ts'
import type { ReadSentiment, SentimentSeries } from './read-sentiment.ts'
import { getSentimentTool } from './tools.ts'

export type SentimentDeps = { readSentiment: ReadSentiment; now: () => Date }

const SentimentDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The day, UTC.', examples: ['2026-11-20'] }),
    averageScore: nullable(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description:
          'Mean over the articles of P(positive) − P(negative), to four decimals; null on a day without articles that are judged.',
      }),
    ),
    articleCount: Type.Integer({ description: 'Articles about the company, copies included.' }),
    positive: Type.Integer(),
    neutral: Type.Integer(),
    negative: Type.Integer(),
    unjudged: Type.Integer({
      description:
        'Articles about the company in languages that are not judged. They count beside `articleCount`, and move no score.',
    }),
    articlesPath: ArticlesPath('Lists the articles of the day that are counted.'),
    unjudgedPath: ArticlesPath('Lists the articles of the day that are not judged.'),
  },
  { title: 'SentimentDay' },
)

const Sentiment = Type.Object(
  {
    company: CompanyReference,
    subject: OwnSubject,
    days: Type.Array(SentimentDay, { description: 'One entry for each day, oldest first.' }),
    sample: Type.Optional(
      Type.Boolean({ description: 'True if the articles are the sample of 2014, with shifted dates.' }),
    ),
  },
  { title: 'Sentiment' },
)

export function sentimentRoutes(app: App, { readSentiment, now }: SentimentDeps): void {
  app.get(
    '/api/v1/sentiment',
    {
      schema: {
        operationId: 'getSentiment',
        tags: ['Reputation'],
        summary: 'Get the daily sentiment',
        description:
          'The sentiment of the news about the company for the last `days` days, today included, or from `from` to `to`. Today is provisional.',
        querystring: Type.Object({
          days: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 365, default: 30, description: 'How many days, up to today.' }),
          ),
          from: Type.Optional(DayParameter('The first day.')),
          to: Type.Optional(DayParameter('The last day; today when absent.')),
          format: FormatParameter,
        }),
        response: { 200: Sentiment, ...problems(noOwnSubject) },
      },
      config: { scope: 'sentiment:read', csv: true, etag: true, tool: getSentimentTool },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const body = await readSentiment(callerOf(request).companyId, readDays(request.query, dayOf(now().getTime())))
      const { sample = false } = body
      const rows = body.days.map((day) => ({ ...day, sample }))
      return sendVersioned(request, reply, { csv, body, columns, rows })
    },
  )
}

const columns: CsvColumn<SentimentSeries['days'][number] & { sample: boolean }>[] = [
  'date',
  'averageScore',
  'articleCount',
  'positive',
  'neutral',
  'negative',
  'sample',
  'unjudged',
]
