/** What differs between any two versions of a list, from what each version on the way changed. */
import type { EntryChange, FieldChange } from './changes.ts'

/** The net change of one entry, of its changes in order; undefined where they cancel out. */
export function composeChanges(steps: readonly EntryChange[]): EntryChange | undefined {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return undefined
  const [was, is] = [first.kind !== 'added', last.kind !== 'removed']
  if (!was && !is) return undefined
  const fields = composeFields(steps.flatMap((step) => step.fields))
  const kind = was && is ? 'changed' : is ? 'added' : 'removed'
  return fields.length === 0 ? undefined : { entityId: first.entityId, kind, fields }
}

/** The same seen from the newer version. */
export const invertChange = ({ entityId, kind, fields }: EntryChange): EntryChange => ({
  entityId,
  kind: kind === 'added' ? 'removed' : kind === 'removed' ? 'added' : 'changed',
  fields: fields.map(invertField),
})

function invertField(change: FieldChange): FieldChange {
  if (isSet(change)) {
    const { field, added, removed } = change
    return { field, ...(removed && { added: removed }), ...(added && { removed: added }) }
  }
  const { field, before, after } = change
  return { field, ...(after !== undefined && { before: after }), ...(before !== undefined && { after: before }) }
}

type SetChange = Extract<FieldChange, { added?: unknown[] }>
type ValueChange = Exclude<FieldChange, SetChange>

const sets: readonly string[] = ['names', 'programs', 'datesOfBirth', 'placesOfBirth', 'countries', 'identifiers']
const isSet = (change: FieldChange): change is SetChange => sets.includes(change.field)

function composeFields(changes: readonly FieldChange[]): FieldChange[] {
  const byField = Map.groupBy(changes, ({ field }) => field)
  return [...byField.values()].flatMap((steps) => {
    const [first] = steps
    if (!first) return []
    return (isSet(first) ? composeSet(steps as SetChange[]) : composeValue(steps as ValueChange[])) ?? []
  })
}

function composeValue(steps: readonly ValueChange[]): ValueChange | undefined {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last || first.before === last.after) return undefined
  const { field, before } = first
  const { after } = last
  return { field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

function composeSet(steps: readonly SetChange[]): SetChange | undefined {
  const added = new Map<string, unknown>()
  const removed = new Map<string, unknown>()
  const move = (values: readonly unknown[] = [], to: Map<string, unknown>, from: Map<string, unknown>) => {
    for (const value of values) {
      const key = JSON.stringify(value)
      if (!from.delete(key)) to.set(key, value)
    }
  }
  for (const step of steps) {
    move(step.removed, removed, added)
    move(step.added, added, removed)
  }
  const [first] = steps
  if (!first || (added.size === 0 && removed.size === 0)) return undefined
  return {
    field: first.field,
    ...(added.size > 0 && { added: [...added.values()] }),
    ...(removed.size > 0 && { removed: [...removed.values()] }),
  }
}
