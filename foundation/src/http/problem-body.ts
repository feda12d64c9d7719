/** The schema of every error response, and how a route names the problems that it can respond with. */
import Type from 'typebox'
import { type OwnProblem, Problem, type ProblemCode } from '../problem.ts'

const ProblemDetail = Type.Object(
  {
    path: Type.String({ description: 'The field or parameter.', examples: ['query.threshold'] }),
    message: Type.String({ description: 'What is wrong with it, for a person.', examples: ['must be at most 1'] }),
  },
  { title: 'ProblemDetail' },
)

export const ProblemSchema = Type.Object(
  {
    error: Type.String({ description: 'The reason phrase of the HTTP status.', examples: ['Bad Request'] }),
    message: Type.String({
      description: 'What went wrong and what to do, for a person.',
      examples: ['query.threshold must be at most 1.'],
    }),
    code: Type.Optional(
      Type.String({
        description: 'A stable code for programs. New codes may be added.',
        examples: ['invalid-request'],
      }),
    ),
    details: Type.Optional(Type.Array(ProblemDetail, { description: 'Every fault of the input, at most 20.' })),
  },
  { title: 'Problem' },
)

/** The codes that responses were named by: a symbol, for as a property it would be one more response. */
const codesIn = Symbol('codes of problems')

/** Response schemas of the problems that a route can respond with, by status: `response: { 200: …, ...problems('conflict') }`. */
export function problems(...codes: (ProblemCode | OwnProblem)[]): Record<number, typeof ProblemSchema> {
  const known = codes.map((code) => new Problem(code, ''))
  const schemas: Record<number, typeof ProblemSchema> = Object.fromEntries(
    known.map(({ status }) => [status, ProblemSchema]),
  )
  return Object.assign(schemas, { [codesIn]: known })
}

/** The codes of problems among these responses, by status, as one line: `404 not-found, 409 conflict plan-outdated`. */
export function codesOf(...responses: readonly object[]): string {
  const known = responses.flatMap((one) => (one as { [codesIn]?: Problem[] })[codesIn] ?? [])
  const byStatus = Map.groupBy(known, ({ status }) => status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, of]) => [status, ...new Set(of.map(({ code }) => code))].join(' '))
    .join(', ')
}
