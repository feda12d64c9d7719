import type { TSchema } from 'typebox'

type Schema = {
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: unknown
  maxProperties?: number
  items?: Schema
  maxItems?: number
  anyOf?: Schema[]
}

/** So many of what the schema does not know are enough to be reported. */
const maxUnknown = 21

/**
 * As much of an invalid value as it takes to say what is wrong with it: of a list that is too long one item too many, of
 * unknown fields the first few. The time that describing takes then follows from the schema, and no longer from the value.
 */
export function prune(value: unknown, schema: TSchema | Schema): unknown {
  return pruned(value, [schema as Schema])
}

/** By all schemas that may hold for it. */
function pruned(value: unknown, schemas: readonly Schema[]): unknown {
  const possible = schemas.flatMap(alternatives)
  if (Array.isArray(value)) {
    const kept = value.slice(0, Math.max(0, ...possible.map(({ maxItems = 0 }) => maxItems)) + 1)
    const items = possible.flatMap((schema) => schema.items ?? [])
    return kept.map((item) => pruned(item, items))
  }
  if (typeof value !== 'object' || value === null) return value
  const kept: [name: string, value: unknown][] = []
  const known = new Set(possible.flatMap(({ properties = {} }) => Object.keys(properties)))
  const room = Math.max(maxUnknown, ...possible.map(({ maxProperties = 0 }) => maxProperties + 1))
  let unknown = 0
  for (const [name, item] of Object.entries(value)) {
    if (!known.has(name) && ++unknown > room) continue
    const inner = possible.flatMap(({ properties = {}, patternProperties = {} }) =>
      Object.hasOwn(properties, name) ? (properties[name] ?? []) : Object.values(patternProperties),
    )
    kept.push([name, pruned(item, inner)])
  }
  return Object.fromEntries(kept)
}

/** A schema with all that its unions, and those within them, allow. */
const alternatives = ({ anyOf = [], ...schema }: Schema): Schema[] => [schema, ...anyOf.flatMap(alternatives)]

/** Where in the schema of a body a list or a record has no bound, or is compared item by item; undefined where nowhere. */
export function unboundedPart(schema: TSchema | Schema, path = 'body'): string | undefined {
  const { properties = {}, patternProperties = {}, items, maxItems, maxProperties, anyOf = [] } = schema as Schema
  if ((items || 'uniqueItems' in schema) && maxItems === undefined) return `${path} has no maxItems`
  if (Object.keys(patternProperties).length > 0 && maxProperties === undefined) return `${path} has no maxProperties`
  const parts = [
    ...Object.entries(properties).map(([name, one]) => unboundedPart(one, `${path}.${name}`)),
    ...Object.values(patternProperties).map((one) => unboundedPart(one, `${path}.*`)),
    ...(items ? [unboundedPart(items, `${path}[]`)] : []),
    ...anyOf.map((one) => unboundedPart(one, path)),
  ]
  return parts.find((part) => part !== undefined)
}
