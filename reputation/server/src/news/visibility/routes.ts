/** Completions of language models that a company has collected itself. */
import { actOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { documentedAs } from '@service/foundation/http/document-components.ts'
import { jsonRowsIn, keepJsonBytes, linesOf } from '@service/foundation/http/json-rows.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import type { SendCompletions } from './send-completions.ts'

export type VisibilityDeps = { sendCompletions: SendCompletions }

const bodyBytes = 16 * 1_048_576
const maxCompletions = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The rows in the body of an import of completions, each in its bytes; read before the quota is debited. */
    completionRows: readonly Uint8Array[]
  }
}

/** The document alone shows it: each row is checked by itself, so that a bad completion does not keep the others out. */
const NewCompletion = Type.Object(
  {
    sector: Type.Optional(
      Type.String({ description: 'What the question was about; the sector of your own subject when absent.' }),
    ),
    provider: Type.String({ description: 'The provider of the language model.' }),
    model: Type.String({ description: 'The language model.' }),
    prompt: Type.String({ description: 'The question, which should name no company.' }),
    answer: Type.String({ description: 'The whole answer, up to 50,000 characters.' }),
    askedAt: Instant('When the question was asked, at most a day ahead.'),
  },
  { title: 'NewCompletion' },
)

const CompletionsBody = Type.Object(
  {
    answers: Type.Array(NewCompletion, {
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
    }),
  },
  { title: 'CompletionImportRequest', additionalProperties: false },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Sent = Type.Object(
  {
    created: count('How many are new.'),
    known: count('How many were known already.'),
    rejected: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'The position of the answer, from 1.' }),
          reason: Type.String({ description: 'What is wrong, for a person.', examples: ['prompt is missing'] }),
        },
        { title: 'CompletionRejection' },
      ),
      { description: 'The answers that are not valid.' },
    ),
  },
  { title: 'CompletionImportResult' },
)

export function visibilityRoutes(parent: App, deps: VisibilityDeps): void {
  parent.register(async (app: App) => {
    keepJsonBytes(app)
    app.decorateRequest('completionRows')
    importRoute(app, deps)
  })
}

function importRoute(app: App, { sendCompletions }: VisibilityDeps): void {
  app.post(
    '/api/v1/visibility/answers',
    {
      schema: {
        operationId: 'importCompletions',
        tags: ['Visibility'],
        summary: 'Import answers of language models',
        description:
          'Answers about your sector, for the pillar AI visibility. They count for your company alone, and the same answer ' +
          'counts once. Valid answers are kept, and each invalid one is reported. Each answer costs one request of the quota.',
        body: documentedAs(Type.Unsafe<Buffer>({}), CompletionsBody),
        response: { 200: Sent },
      },
      bodyLimit: bodyBytes,
      preValidation: async (request) => {
        const { body } = request
        if (!Buffer.isBuffer(body))
          throw new Problem('invalid-request', 'The body is empty. This operation requires JSON.')
        request.completionRows = await jsonRowsIn(body, 'answers', maxCompletions)
      },
      config: { scope: 'articles:write', cost: ({ completionRows }) => completionRows.length },
    },
    async (request) => {
      const by = actOf(request)
      return sendCompletions(by, by.companyId, linesOf(request.completionRows))
    },
  )
}
