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

/**
 * The shape of what the tool returns: of the operation's response, of what it adds, and of what was cut off. What has a title
 * and stands there twice is said once.
 */
export function outputSchema(schema: Parts, tool: Tool): JsonSchema {
  const responses = (schema.response ?? {}) as Record<string, TSchema>
  const whole = responses[200] ?? responses[201] ?? responses[202]
  const { properties, required } = (tool.read ? objectOf(tool.read.fields) : whole) as ObjectSchema
  const added = tool.complete ? objectOf(tool.complete.fields) : { properties: {}, required: [] }
  const outline = new Outline(tool)
  const shape = outline.of({
    type: 'object',
    properties: { ...properties, ...added.properties },
    required: [...required, ...added.required],
  }) as ObjectSchema
  const always = responses[204] === undefined && shape.required !== undefined
  return {
    type: 'object',
    properties: { ...shape.properties, cut: { type: 'string' } },
    ...(always && { required: shape.required }),
    ...outline.definitions(),
  }
}

const objectOf = (fields: Record<string, unknown>): ObjectSchema => ({
  type: 'object',
  properties: fields as Record<string, JsonSchema>,
  required: Object.keys(fields).filter((name) => !('~optional' in (fields[name] as object))),
})

class Outline {
  readonly #untrusted: ReadonlySet<string>
  readonly #omitted: ReadonlySet<string>
  readonly #titled = new Map<string, { shape: JsonSchema; uses: JsonSchema[] }>()

  constructor({ untrusted = [], omits = [] }: Tool) {
    this.#untrusted = new Set(untrusted)
    this.#omitted = new Set(omits)
  }

  of(schema: JsonSchema): JsonSchema {
    const shape = this.#shapeOf(schema)
    if (typeof schema.title !== 'string' || shape.type !== 'object') return shape
    const known = this.#titled.get(schema.title)
    const same = known !== undefined && JSON.stringify(known.shape) === JSON.stringify(shape)
    if (known !== undefined && !same) return shape
    const use = { ...shape }
    this.#titled.set(schema.title, { shape, uses: [...(known?.uses ?? []), use] })
    return use
  }

  /** Of what stands there twice; it is replaced by a reference wherever it does. */
  definitions(): { $defs?: Record<string, JsonSchema> } {
    const repeated = [...this.#titled].filter(([, { uses }]) => uses.length > 1)
    for (const [title, { uses }] of repeated) {
      for (const use of uses) {
        for (const word of Object.keys(use)) delete use[word]
        use.$ref = `#/$defs/${title}`
      }
    }
    if (repeated.length === 0) return {}
    return { $defs: Object.fromEntries(repeated.map(([title, { shape }]) => [title, shape])) }
  }

  #shapeOf(schema: JsonSchema): JsonSchema {
    const { type, enum: values, const: value, items, anyOf, properties, patternProperties } = schema
    const required = ((schema.required ?? []) as string[]).filter((name) => !this.#omitted.has(name))
    return {
      ...(type !== undefined && { type }),
      ...(values !== undefined && { enum: values }),
      ...(value !== undefined && { const: value }),
      ...(items !== undefined && { items: this.of(items as JsonSchema) }),
      ...(anyOf !== undefined && { anyOf: (anyOf as JsonSchema[]).map((one) => this.of(one)) }),
      ...(properties !== undefined && { properties: this.#propertiesOf(properties as Record<string, JsonSchema>) }),
      ...(patternProperties !== undefined && {
        additionalProperties: this.of(Object.values(patternProperties as Record<string, JsonSchema>)[0] ?? {}),
      }),
      ...(required.length > 0 && { required: required.map((name) => untrustedName(name, this.#untrusted)) }),
    }
  }

  #propertiesOf(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
    const kept = Object.entries(properties).filter(([name]) => !this.#omitted.has(name))
    return Object.fromEntries(kept.map(([name, one]) => [untrustedName(name, this.#untrusted), this.of(one)]))
  }
}

const propertiesOf = (part: unknown): Record<string, unknown> => (part as ObjectSchema | undefined)?.properties ?? {}
