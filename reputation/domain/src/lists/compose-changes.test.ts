import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EntryChange, listChanges } from './changes.ts'
import { composeChanges, invertChange } from './compose-changes.ts'
import type { ListEntry } from './model/entry.ts'

const texts = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }).map((list) => list.sort())
const anEntry = fc
  .record({
    id: fc.constantFrom(1, 2, 3),
    programs: texts,
    countries: texts,
    remarks: fc.constantFrom('x', 'y', undefined),
  })
  .map(
    ({ id, remarks, ...sets }): ListEntry => ({
      entityId: `UN:${id}`,
      list: 'UN',
      type: 'individual',
      names: [{ name: `Name ${id}`, kind: 'primary', strength: 'strong' }],
      datesOfBirth: [],
      placesOfBirth: [],
      identifiers: [],
      ...sets,
      ...(remarks && { remarks }),
    }),
  )
const aVersion = fc
  .uniqueArray(anEntry, { selector: ({ entityId }) => entityId, maxLength: 3 })
  .map((entries) => entries.sort((one, other) => (one.entityId < other.entityId ? -1 : 1)))

/** Fields and their values stand in no order that means anything. */
const sorted = (changes: readonly EntryChange[]) =>
  changes.map((change) => ({
    ...change,
    fields: change.fields
      .map((field) => ({
        ...field,
        ...('added' in field && { added: [...(field.added ?? [])].sort() }),
        ...('removed' in field && { removed: [...(field.removed ?? [])].sort() }),
      }))
      .sort((one, other) => (one.field < other.field ? -1 : 1)),
  }))

test('changes from version to version come to what differs between the first and the last', () => {
  fc.assert(
    fc.property(fc.array(aVersion, { minLength: 2, maxLength: 5 }), (versions) => {
      const steps = versions.slice(1).flatMap((version, i) => listChanges(versions[i] ?? [], version))
      const byEntry = [...Map.groupBy(steps, ({ entityId }) => entityId)].sort(([one], [other]) =>
        one < other ? -1 : 1,
      )
      const composed = byEntry.flatMap(([, changes]) => composeChanges(changes) ?? [])
      const [first = [], last = []] = [versions[0], versions.at(-1)]
      expect(sorted(composed)).toEqual(sorted(listChanges(first, last)))
      expect(sorted(composed.map(invertChange))).toEqual(sorted(listChanges(last, first)))
    }),
  )
})
