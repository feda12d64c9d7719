import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import { Problem } from '@service/foundation/problem.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import Type from 'typebox'
import { DayParameter, readComparedDays } from '../read/days.ts'
import { noOwnSubject } from '../read/own-subject.ts'
import type { ExplainScore } from './explain-score.ts'
import {
  explanationColumns,
  ScoreExplanation,
  ScoreWithout,
  toScoreExplanation,
  toScoreWithout,
} from './explanation-responses.ts'

export type ExplanationDeps = { explainScore: ExplainScore; now: () => Date }

const config = { scope: 'reputation:read' as const, etag: true as const }
const parameters = {
  on: Type.Optional(DayParameter('The day of the score; today unless given.')),
  against: Type.Optional(
    DayParameter('The earlier day, at most 31 days before; seven days before the other unless given.'),
  ),
}

export function explanationRoutes(app: App, { explainScore, now }: ExplanationDeps): void {
  const daysOf = (query: { on?: string; against?: string }) => readComparedDays(query, dayOf(now().getTime()))

  app.get(
    '/api/v1/reputation/explanation',
    {
      schema: {
        operationId: 'explainScore',
        tags: ['Reputation'],
        summary: 'Explain the score',
        description:
          'Why the score of a day is what it is, and what changed it since an earlier day: what each pillar got of what it could, its change, the numbers of its formula and its drivers; the stories that moved the score and what it would be without each; the peers; and the settings of the method. Changes by pillar add up to the change.',
        querystring: Type.Object({ ...parameters, format: FormatParameter }),
        response: { 200: ScoreExplanation, ...problems('not-found', noOwnSubject) },
      },
      config: { ...config, csv: true },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const body = toScoreExplanation(await explainScore(callerOf(request).companyId, daysOf(request.query)))
      const { on, against } = body
      const rows = body.pillars.map((pillar) => ({ on, against, ...pillar }))
      return sendVersioned(request, reply, { csv, body, columns: explanationColumns, rows })
    },
  )

  app.get(
    '/api/v1/reputation/without/:story',
    {
      schema: {
        operationId: 'getScoreWithoutStory',
        tags: ['Reputation'],
        summary: 'Compute the score without a story',
        description:
          'What the score of a day would be if the articles of a story had not been written. It is computed again of all the others; nothing is stored.',
        params: Type.Object({ story: Type.String({ description: 'The id of the story.' }) }),
        querystring: Type.Object(parameters),
        response: { 200: ScoreWithout, ...problems('not-found', 'conflict', noOwnSubject) },
      },
      config,
    },
    async (request, reply) => {
      const story = storyOf(request.params)
      const read = await explainScore(callerOf(request).companyId, { ...daysOf(request.query), without: story })
      if (!read.without) {
        throw new Problem('conflict', 'The figures are being made again of new articles: try again in a moment.')
      }
      const body = toScoreWithout(read, story, read.without)
      return sendVersioned(request, reply, { csv: false, body, columns: [], rows: [] })
    },
  )
}

/** A malformed id is not found, like an unknown one. */
function storyOf({ story }: { story: string }): string {
  if (!/^[\w:.-]{1,200}$/.test(story)) throw new Problem('not-found', 'Story not found.')
  return story
}
