/** Completions of language models that a company has gathered itself. */
import { actOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import Type from 'typebox'
import type { SendCompletions } from './send-completions.ts'

export type VisibilityDeps = { sendCompletions: SendCompletions }

const bodyBytes = 16 * 1_048_576
const maxCompletions = 1_000

/** Each is judged by itself, so that one bad completion does not keep the others out. */
const anything = (description: string) => Type.Optional(Type.Unsafe({ description }))

const Answers = Type.Object(
  {
    answers: Type.Array(
      Type.Object({
        sector: anything('What was asked about; the sector of your own subject when absent.'),
        provider: anything('Who answered. Needed.'),
        model: anything('Which model. Needed.'),
        prompt: anything('The question, which should name no company. Needed.'),
        answer: anything('The whole answer, up to 50,000 letters. Needed.'),
        askedAt: anything('When. Needed; at most a day ahead.'),
      }),
      {
        minItems: 1,
        maxItems: maxCompletions,
        examples: [
          [
            {
              sector: 'banks',
              provider: 'example',
              model: 'some-model',
              prompt: 'Which banks are trusted most?',
              answer: 'Example Bank, and some others.',
              askedAt: '2026-11-20T09:30:00Z',
            },
          ],
        ],
      },
    ),
  },
  { additionalProperties: false },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Sent = Type.Object(
  {
    created: count('How many were new.'),
    known: count('How many were there already.'),
    rejected: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Which of the answers; the first is 1.' }),
        reason: Type.String({ examples: ['prompt is missing'] }),
      }),
    ),
  },
  { title: 'SentAnswers' },
)

export function visibilityRoutes(app: App, { sendCompletions }: VisibilityDeps): void {
  app.post(
    '/api/v1/visibility/answers',
    {
      schema: {
        operationId: 'importAnswers',
        tags: ['Reputation'],
        summary: 'Send in answers of language models about your sector, for the pillar AI visibility',
        description:
          'They count for your company alone. The same answer is kept once. Good ones are kept, and each bad one is told. ' +
          'Each answer costs one request of the quota.',
        body: Answers,
        response: { 200: Sent },
      },
      bodyLimit: bodyBytes,
      config: { scope: 'articles:write', cost: ({ body }) => (body as { answers: unknown[] }).answers.length },
    },
    async (request) => {
      const by = actOf(request)
      return sendCompletions(by, by.companyId, request.body.answers)
    },
  )
}
