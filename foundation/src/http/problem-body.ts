/** The one shape of every error answer, whoever raised it: a feature, the framework or the HTTP parser. */
import { STATUS_CODES } from 'node:http'
import Type from 'typebox'
import { type OwnProblem, Problem, type ProblemCode, type ProblemDetail } from '../problem.ts'

export const ProblemBody = Type.Object(
  {
    error: Type.String({ description: 'The reason phrase of the HTTP status.' }),
    message: Type.String({ description: 'What went wrong and what to do, for a person.' }),
    code: Type.Optional(Type.String({ description: 'A stable word for programs.' })),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'Every fault of the input, at most 20: `path` names the field, as `query.threshold`.',
      }),
    ),
  },
  { title: 'Problem' },
)
export type ProblemBody = Type.Static<typeof ProblemBody>

export function problemBody(
  status: number,
  message: string,
  code?: string,
  details: readonly ProblemDetail[] = [],
): ProblemBody {
  return {
    error: STATUS_CODES[status] ?? 'Error',
    message,
    ...(code !== undefined && { code }),
    ...(details.length > 0 && { details: [...details] }),
  }
}

/** Response schemas of the problems that a route can answer, by status: `response: { 200: …, ...problems('conflict') }`. */
export function problems(...codes: (ProblemCode | OwnProblem)[]): Record<number, typeof ProblemBody> {
  return Object.fromEntries(codes.map((code) => [new Problem(code, '').status, ProblemBody]))
}
