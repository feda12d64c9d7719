/** What differs between two versions of a list, entry by entry and field by field. */
import type { ListEntry } from './model/entry.ts'

type ValueField = 'type' | 'listedOn' | 'remarks'
type SetField = 'names' | 'programs' | 'datesOfBirth' | 'placesOfBirth' | 'countries' | 'identifiers'

/** A single value that came, went or was replaced; or what was added to and removed from a set of values. */
export type FieldChange =
  | { field: ValueField; before?: unknown; after?: unknown }
  | { field: SetField; added?: unknown[]; removed?: unknown[] }

export type EntryChange = {
  entityId: string
  kind: 'added' | 'changed' | 'removed'
  /** Every field of an added or removed entry that holds something; of a changed one, those that differ. */
  fields: FieldChange[]
}

const valueFields: readonly ValueField[] = ['type', 'listedOn', 'remarks']
const setFields: readonly SetField[] = [
  'names',
  'programs',
  'datesOfBirth',
  'placesOfBirth',
  'countries',
  'identifiers',
]

/** Both sides canonical (`canonicalEntries`). The changes come by entity id; none when the versions say the same. */
export function listChanges(before: readonly ListEntry[], after: readonly ListEntry[]): EntryChange[] {
  const remaining = new Map(before.map((entry) => [entry.entityId, entry]))
  const changes: EntryChange[] = []
  for (const entry of after) {
    const old = remaining.get(entry.entityId)
    remaining.delete(entry.entityId)
    const fields = fieldChanges(old, entry)
    if (fields.length > 0) changes.push({ entityId: entry.entityId, kind: old ? 'changed' : 'added', fields })
  }
  for (const entry of remaining.values()) {
    changes.push({ entityId: entry.entityId, kind: 'removed', fields: fieldChanges(entry, undefined) })
  }
  return changes.sort((a, b) => (a.entityId < b.entityId ? -1 : 1))
}

function fieldChanges(before: ListEntry | undefined, after: ListEntry | undefined): FieldChange[] {
  const changes: FieldChange[] = []
  for (const field of valueFields) {
    const old = before?.[field]
    const now = after?.[field]
    if (old === now) continue
    changes.push({ field, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) })
  }
  for (const field of setFields) {
    const removed = missingFrom(after?.[field] ?? [], before?.[field] ?? [])
    const added = missingFrom(before?.[field] ?? [], after?.[field] ?? [])
    if (removed.length === 0 && added.length === 0) continue
    changes.push({ field, ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) })
  }
  return changes
}

function missingFrom(others: readonly unknown[], values: readonly unknown[]): unknown[] {
  if (values.length === 0) return []
  const known = new Set(others.map((value) => JSON.stringify(value)))
  return values.filter((value) => !known.has(JSON.stringify(value)))
}
