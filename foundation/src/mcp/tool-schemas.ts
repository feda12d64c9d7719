/**
 * The schemas of a tool, made from those of its operation: what agents need to read of the input, and no more of the output
 * than its shape, for every word of it costs each of them.
 */
import type { TSchema } from 'typebox'
import { shownSchema } from '../http/http.ts'
import type { Tool } from './model/tool.ts'
import { untrustedName } from './untrusted.ts'

export type JsonSchema = { [keyword: string]: unknown }
export type ObjectSchema = JsonSchema & { type: 'object'; properties: Record<string, JsonSchema>; required: string[] }

type Place = 'params' | 'querystring' | 'body'
type Parts = { [place in Place]?: unknown } & { response?: unknown }

const places: readonly Place[] = ['params', 'querystring', 'body']

/** Where the operation has a field. */
export function placeOf(schema: Parts, field: string): Place {
  const place = places.find((place) => field in propertiesOf(schema[place]))
  if (!place) throw new Error(`The operation has no field ${field}.`)
  return place
}

/** What arguments are checked by. */
export function argumentSchema(schema: Parts, { takes = {}, own = {} }: Tool): ObjectSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [field, taken] of Object.entries(takes)) {
    const part = schema[placeOf(schema, field)] as ObjectSchema
    const words = taken === true ? {} : typeof taken === 'string' ? { description: taken } : taken
    properties[field] = { ...part.properties[field], ...words }
    if (part.required?.includes(field)) required.push(field)
  }
  for (const [field, added] of Object.entries(own)) {
    properties[field] = added as JsonSchema
    if (!('~optional' in added)) required.push(field)
  }
  return { type: 'object', properties, required, additionalProperties: false }
}

/** As agents see it. */
export const inputSchema = (schema: Parts, tool: Tool): ObjectSchema => {
  const { required, ...rest } = shown(argumentSchema(schema, tool)) as ObjectSchema
  return { ...rest, ...(required.length > 0 && { required }) } as ObjectSchema
}

const unsaid = new Set(['title', 'examples', 'format'])

function shown(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(shown)
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(shownSchema(part))
  return Object.fromEntries(
    entries
      .filter(([word]) => !unsaid.has(word) && !word.startsWith('x-'))
      .map(([word, value]) => [word, shown(value)]),
  )
}

/** The shape of what the tool returns: of the operation's 200 or 202, of what it adds, and of what was cut off. */
export function outputSchema(schema: Parts, { read, complete, untrusted = [] }: Tool): JsonSchema {
  const responses = (schema.response ?? {}) as Record<string, TSchema>
  const whole = responses[200] ?? responses[201] ?? responses[202]
  const { properties, required } = (read ? objectOf(read.fields) : whole) as ObjectSchema
  const added = complete ? objectOf(complete.fields) : { properties: {}, required: [] }
  const shape = outline(
    { type: 'object', properties: { ...properties, ...added.properties }, required: [...required, ...added.required] },
    new Set(untrusted),
  ) as ObjectSchema
  const alone = responses[204] === undefined ? shape : { ...shape, required: [] }
  return { ...alone, properties: { ...alone.properties, cut: { type: 'string' } } }
}

const objectOf = (fields: Record<string, unknown>): ObjectSchema => ({
  type: 'object',
  properties: fields as Record<string, JsonSchema>,
  required: Object.keys(fields).filter((name) => !('~optional' in (fields[name] as object))),
})

const shapeWords = ['type', 'enum', 'const', 'items', 'anyOf', 'properties', 'required', 'patternProperties']

function outline(part: unknown, untrusted: ReadonlySet<string>): JsonSchema {
  const schema = part as JsonSchema
  const inner = (value: unknown) => outline(value, untrusted)
  const kept = shapeWords.filter((word) => schema[word] !== undefined)
  return Object.fromEntries(
    kept.map((word): [string, unknown] => {
      const value = schema[word]
      if (word === 'items') return [word, inner(value)]
      if (word === 'anyOf') return [word, (value as unknown[]).map(inner)]
      if (word === 'patternProperties') return ['additionalProperties', inner(Object.values(value as object)[0])]
      if (word === 'properties') {
        const named = Object.entries(value as Record<string, unknown>)
        return [word, Object.fromEntries(named.map(([name, one]) => [untrustedName(name, untrusted), inner(one)]))]
      }
      if (word === 'required') return [word, (value as string[]).map((name) => untrustedName(name, untrusted))]
      return [word, value]
    }),
  )
}

const propertiesOf = (part: unknown): Record<string, unknown> => (part as ObjectSchema | undefined)?.properties ?? {}
