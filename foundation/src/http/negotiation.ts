/**
 * JSON, CSV or lines of JSON: a route that offers more than JSON says `config: { csv: true }` or `{ lines: true }` or both, and
 * asks `formatOf` before it works.
 */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Problem } from '../problem.ts'
import { stringEnum } from './model/string-enum.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A success can also be had as CSV. */
    csv?: true
    /** The whole list can also be had as lines of JSON (`lines.ts`). */
    lines?: true
    /** It can also be followed, as server-sent events. */
    events?: true
  }
}

export const linesMediaType = 'application/x-ndjson'

const mediaTypes = { json: 'application/json', csv: 'text/csv', ndjson: linesMediaType } as const
export type Format = keyof typeof mediaTypes

const instead = 'The format of the response, instead of the Accept header.'
const whole =
  '`ndjson` is the whole list from `cursor` on, one item a line, each with the `cursor` that continues behind it; `limit` does not count.'

/** For the query schema of such a route; it wins over `Accept`, which a browser or spreadsheet cannot always set. */
export const FormatParameter = Type.Optional(stringEnum(['json', 'csv'], { description: instead }))
export const ListFormatParameter = Type.Optional(
  stringEnum(['json', 'csv', 'ndjson'], { description: `${instead} ${whole}` }),
)
export const LinesFormatParameter = Type.Optional(
  stringEnum(['json', 'ndjson'], { description: `${instead} ${whole}` }),
)

type Asked<F extends Format> = FastifyRequest<{ Querystring: { format?: F } }>

export const wantsCsv = (request: Asked<'json' | 'csv'>): boolean => formatOf(request, ['json', 'csv']) === 'csv'

/** A list that is JSON whatever a caller accepts, unless it asks for lines. */
export function wantsLines(request: Asked<'json' | 'ndjson'>): boolean {
  const { format } = request.query
  if (format !== undefined) return format === 'ndjson'
  const { accept = '*/*' } = request.headers
  return quality(accept, linesMediaType) > quality(accept, mediaTypes.json)
}

export const eventsMediaType = 'text/event-stream'

/** JSON unless a caller prefers server-sent events, as a browser's `EventSource` does. */
export const wantsEvents = ({ headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  quality(accept, eventsMediaType) > quality(accept, mediaTypes.json)

/** Of those offered, the first where the caller does not care. */
export function formatOf<F extends Format>(request: Asked<F>, offered: readonly [F, ...F[]]): F {
  const { format } = request.query
  if (format !== undefined) return format
  const { accept = '*/*' } = request.headers
  let [best]: readonly [F, ...F[]] = offered
  for (const one of offered) {
    if (quality(accept, mediaTypes[one]) > quality(accept, mediaTypes[best])) best = one
  }
  if (quality(accept, mediaTypes[best]) > 0) return best
  const names = offered.map((one) => mediaTypes[one])
  throw new Problem('not-acceptable', `Accept must allow ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`)
}

/** The weight that `Accept` gives a media type (RFC 9110, section 12.5.1): its most specific range decides. */
function quality(accept: string, mediaType: string): number {
  const anyOfType = mediaType.replace(/\/.*/, '/*')
  let weight = 0
  let precision = -1
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const specific = ['*/*', anyOfType, mediaType].indexOf(name)
    if (specific <= precision) continue
    precision = specific
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    weight = q >= 0 && q <= 1 ? q : 0
  }
  return weight
}
