/**
 * From a route's TypeBox schema to the function that checks a part of each request.
 *
 * Query and path parameters arrive as text, so the schema first says what each is read as: numbers only from plain
 * decimals (`0.9`; not `NaN`, `0x1`, `1e3` or an empty string), booleans only from `true` and `false`, arrays from
 * comma-separated text, from the parameter given several times, or both. Any other parameter given twice is refused, for
 * nobody knows which was meant. Bodies are
 * JSON and are never converted.
 *
 * All faults are reported together, at most `maxDetails`: a hostile body must not make a response larger than itself. They
 * are looked for in what `prune` leaves of the input, for describing takes much longer than checking.
 */
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Problem, type ProblemDetail } from '../problem.ts'
import { describeFaults } from './fault-words.ts'
import { prune, unboundedPart } from './prune.ts'
import { malformed, type RawQuery } from './query-string.ts'

const maxDetails = 20
const places: Record<string, string> = { querystring: 'query', params: 'path', headers: 'header', body: 'body' }

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  Settings.Set({ maxErrors: maxDetails })
  const unbounded = httpPart === 'body' ? unboundedPart(schema) : undefined
  if (unbounded) throw new Error(`The schema of a body must bound what it holds: ${unbounded}.`)
  const checked = Compile(schema)
  const place = places[httpPart] ?? httpPart
  const readText = httpPart === 'querystring' || httpPart === 'params' ? textReader(schema, place) : undefined

  return (value: unknown) => {
    const faults: ProblemDetail[] = []
    const read = readText ? readText(value as RawQuery, faults) : value
    if (faults.length === 0 && checked.Check(read)) return { value: read }
    return { error: invalid([...faults, ...describeFaults(checked.Errors(prune(read, schema)), place, faults)]) }
  }
}

function invalid(details: ProblemDetail[]): Problem {
  const shown = details.slice(0, maxDetails)
  const sentence = shown.slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  const rest = details.length - sentence.length
  if (rest > 0) sentence.push(`and ${rest} more`)
  return new Problem('invalid-request', `${sentence.join('; ')}.`, { details: shown })
}

type Property = { type?: string; items?: Property }
type TextReader = (raw: RawQuery, faults: ProblemDetail[]) => Record<string, unknown>

function textReader(schema: TSchema, place: string): TextReader {
  const properties = new Map<string, Property>(
    Object.entries((schema as { properties?: Record<string, Property> }).properties ?? {}),
  )
  return (raw, faults) => {
    if (raw[malformed] !== undefined) faults.push({ path: place, message: raw[malformed] })
    const read: Record<string, unknown> = {}
    for (const name of Object.keys(raw)) {
      const text = raw[name]
      const property = properties.get(name)
      if (Array.isArray(text) && property?.type === 'array') {
        read[name] = text.flatMap((one) => fromText(one, property))
      } else if (typeof text !== 'string') {
        if (property) faults.push({ path: `${place}.${name}`, message: 'is given more than once' })
        read[name] = text?.[0]
      } else {
        // The database refuses some of them with an error of its own, and no id has any.
        if (place === places.params && /\p{Cc}/u.test(text)) {
          faults.push({ path: `${place}.${name}`, message: 'must not contain control characters' })
        }
        // Plain assignment of a name such as `__proto__` would change the object instead of filling it.
        if (property) read[name] = fromText(text, property)
        else Object.defineProperty(read, name, { value: text, enumerable: true })
      }
    }
    return read
  }
}

/** Text that cannot be read as the schema's type stays text, and so fails the check with a message of its own. */
function fromText(text: string, { type, items }: Property): unknown {
  if (type === 'string' || type === undefined) return text
  if (type === 'number' || type === 'integer') return text.length <= 32 && isDecimal(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'array') return text === '' ? [] : text.split(',').map((item) => fromText(item.trim(), items ?? {}))
  return text
}

const isDecimal = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
