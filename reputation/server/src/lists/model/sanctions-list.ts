import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { authorities } from '../authorities/authorities.ts'

/** The lists that every installation screens against, in the order of responses. */
export const requiredLists: readonly ListId[] = authorities.flatMap(({ id, optional }) => (optional ? [] : [id]))

/** As many as an installation may screen against. */
export const maxLists = authorities.length

const name = 'SanctionsList'

/** The id of a list, as requests, responses and events carry it. */
export const SanctionsList = stringEnum(requiredLists, { title: name, description: 'A sanctions list.' })

/** Schemas (of a route, of events) whose list ids are those that this installation screens against. */
export function withLists<T>(schemas: T, lists: readonly ListId[]): T {
  return isSame(lists, requiredLists) ? schemas : (replaced(schemas, [...lists]) as T)
}

function replaced(schema: unknown, lists: readonly ListId[]): unknown {
  if (Array.isArray(schema)) {
    const items = schema.map((item) => replaced(item, lists))
    return isSame(items, schema) ? schema : items
  }
  if (typeof schema !== 'object' || schema === null) return schema
  if ('title' in schema && schema.title === name) return { ...schema, enum: lists }
  const parts = Object.entries(schema).map(([key, part]) => [key, replaced(part, lists), part] as const)
  const changed = parts.filter(([, now, before]) => now !== before)
  // A copy that keeps what its library notes on a schema out of sight.
  return changed.length === 0 ? schema : Object.assign(copyOf(schema), Object.fromEntries(changed))
}

const copyOf = (schema: object): object =>
  Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema))

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])
