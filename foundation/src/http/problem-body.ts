/** The schema of every error response, and how a route names the problems that it can respond with. */
import Type from 'typebox'
import { type OwnProblem, Problem, type ProblemCode } from '../problem.ts'

export const ProblemSchema = Type.Object(
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

/** Response schemas of the problems that a route can respond with, by status: `response: { 200: …, ...problems('conflict') }`. */
export function problems(...codes: (ProblemCode | OwnProblem)[]): Record<number, typeof ProblemSchema> {
  return Object.fromEntries(codes.map((code) => [new Problem(code, '').status, ProblemSchema]))
}
