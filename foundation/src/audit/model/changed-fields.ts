import { isDeepStrictEqual } from 'node:util'
import type { Fields } from './audit-event.ts'

/** The fields that differ, as they were and as they are; `undefined` when none does. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } | undefined {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (names.length === 0) return undefined
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
