/** JSON or CSV: a route that offers both says `config: { csv: true }` and asks `wantsCsv` before it works. */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Problem } from '../problem.ts'
import { stringEnum } from './model/string-enum.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A success can also be had as CSV. */
    csv?: true
  }
}

/** For the query schema of such a route; it wins over `Accept`, which a browser or spreadsheet cannot always set. */
export const FormatParameter = Type.Optional(
  stringEnum(['json', 'csv'], { description: 'The format of the response, instead of the Accept header.' }),
)

export function wantsCsv(request: FastifyRequest<{ Querystring: { format?: 'json' | 'csv' } }>): boolean {
  const { format } = request.query
  if (format !== undefined) return format === 'csv'
  const { accept } = request.headers
  if (accept === undefined || accept === '*/*') return false
  const json = quality(accept, 'application', 'json')
  const csv = quality(accept, 'text', 'csv')
  if (json === 0 && csv === 0) {
    throw new Problem('not-acceptable', 'Accept must allow application/json or text/csv.')
  }
  return csv > json
}

/** The weight that `Accept` gives a media type (RFC 9110, section 12.5.1): its most specific range decides. */
function quality(accept: string, type: string, subtype: string): number {
  let weight = 0
  let precision = -1
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const specific = ['*/*', `${type}/*`, `${type}/${subtype}`].indexOf(name)
    if (specific <= precision) continue
    precision = specific
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    weight = q >= 0 && q <= 1 ? q : 0
  }
  return weight
}
