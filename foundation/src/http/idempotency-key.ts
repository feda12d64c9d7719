/** What an idempotent operation looks like from outside: its header, its refusals, and the mark of a replayed response. */
import Type from 'typebox'
import type { OwnProblem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request may be sent again under an `Idempotency-Key`. Needs a scope. */
    idempotent?: true
  }
}

export const idempotencyMismatch: OwnProblem = { code: 'idempotency-mismatch', status: 422 }
export const idempotencyInProgress: OwnProblem = { code: 'idempotency-in-progress', status: 409 }

export const replayedHeader = 'Idempotent-Replayed'

export const isIdempotencyKey = (text: string): boolean => /^[!-~]{1,255}$/.test(text)

export const IdempotencyKeyParameter = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]+$',
      description:
        'A key of your choice for this request: 1 to 255 visible ASCII characters. A request sent again under the same ' +
        'key within 24 hours has no second effect and gets the response of the first.',
      examples: ['7f1d2c9e-deploy-training-42'],
    }),
  ),
})
