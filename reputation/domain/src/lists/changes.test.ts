import { anEntry } from '@service/reputation-testing/lists/an-entry.ts'
import { expect, test } from 'vitest'
import { canonicalEntries } from './canonical.ts'
import { listChanges } from './changes.ts'
import type { ListEntry } from './model/entry.ts'

const changes = (before: ListEntry[], after: ListEntry[]) =>
  listChanges(canonicalEntries(before), canonicalEntries(after))

test('equal versions have no changes', () => {
  const before = [anEntry({ entityId: 'UN:1', countries: ['DE', 'SE'] }), anEntry({ entityId: 'UN:2' })]
  const after = [anEntry({ entityId: 'UN:2' }), anEntry({ entityId: 'UN:1', countries: ['SE', 'DE'] })]
  expect(changes(before, after)).toEqual([])
})

test('changed fields of an entry are reported one by one', () => {
  const before = anEntry({ entityId: 'UN:1', datesOfBirth: ['1962', '1963'], remarks: 'old' })
  const alias = { name: 'J. Doe', kind: 'alias', strength: 'weak' } as const
  const after = anEntry({
    entityId: 'UN:1',
    names: [...before.names, alias],
    datesOfBirth: ['1963'],
    remarks: 'new',
    listedOn: '2020-01-01',
  })
  expect(changes([before], [after])).toEqual([
    {
      entityId: 'UN:1',
      kind: 'changed',
      fields: [
        { field: 'listedOn', after: '2020-01-01' },
        { field: 'remarks', before: 'old', after: 'new' },
        { field: 'names', added: [alias] },
        { field: 'datesOfBirth', removed: ['1962'] },
      ],
    },
  ])
})

test('an added or removed entry is reported whole', () => {
  const names = anEntry({ entityId: '' }).names
  expect(changes([anEntry({ entityId: 'UN:2' })], [anEntry({ entityId: 'UN:1', programs: ['X'] })])).toEqual([
    {
      entityId: 'UN:1',
      kind: 'added',
      fields: [
        { field: 'type', after: 'individual' },
        { field: 'names', added: names },
        { field: 'programs', added: ['X'] },
      ],
    },
    {
      entityId: 'UN:2',
      kind: 'removed',
      fields: [
        { field: 'type', before: 'individual' },
        { field: 'names', removed: names },
      ],
    },
  ])
})
