import { expect, test } from 'vitest'
import { closedDoors, cycles } from './features.ts'

const inLists = 'reputation/server/src/lists'

test.each([
  ['a store of another feature', `import { x } from '../lists/store.ts'`],
  ['a type of another feature', `import type { x } from '../lists/store.ts'`],
  ['a room of another feature', `import { x } from '../lists/formats/eu-xml.ts'`],
  ['a file loaded later', `const x = await import('../lists/store.ts')`],
  ['a room of another package', `import { x } from '@service/foundation/webhooks/delivery/deliver.ts'`],
])('%s is private', (_what, text) => {
  expect(closedDoors([{ path: 'reputation/server/src/screening/screen-party.ts', text }])).toHaveLength(1)
})

test('the composition root uses fronts like every feature', () => {
  const text = `import { listRoutes } from './lists/routes.ts'`
  expect(closedDoors([{ path: 'reputation/server/src/app.ts', text }])).toHaveLength(1)
})

test.each([
  ['the front of another feature', `import { x } from '../lists/lists.ts'`],
  ['the model of another feature', `import { x } from '../lists/model/entry.ts'`],
  ['a file beside it', `import { x } from './store.ts'`],
  ['a room of its own feature', `import { x } from './formats/eu-xml.ts'`],
  [
    'a file of a feature of another package',
    `import { x } from '@service/foundation/webhooks/webhook-administration.ts'`,
  ],
])('%s may be imported', (_what, text) => {
  expect(closedDoors([{ path: 'reputation/server/src/screening/screen-party.ts', text }])).toEqual([])
})

test('tests and benchmarks may import anything', () => {
  const text = `import { x } from '@service/reputation-server/lists/formats/eu/eu-xml.ts'`
  expect(closedDoors([{ path: 'benchmarks/src/a.ts', text }])).toEqual([])
  expect(closedDoors([{ path: 'reputation/server/src/a/a.test.ts', text: `import '../lists/store.ts'` }])).toEqual([])
})

test('features that import each other are a cycle, by types too', () => {
  const files = [
    { path: `${inLists}/lists.ts`, text: `import { x } from '../screening/screening.ts'` },
    { path: 'reputation/server/src/screening/screening.ts', text: `import type { y } from '../alerts/alerts.ts'` },
    { path: 'reputation/server/src/alerts/alerts.ts', text: `import { z } from '../lists/lists.ts'` },
  ]
  expect(cycles(files)).toEqual([
    'a cycle of imports: reputation/server/src/alerts, reputation/server/src/lists, reputation/server/src/screening',
  ])
  expect(cycles(files.slice(1))).toEqual([])
})

test('rooms that import each other are a cycle; a front that imports its rooms is not', () => {
  const front = { path: `${inLists}/lists.ts`, text: `import { x } from './formats/eu-xml.ts'` }
  const room = { path: `${inLists}/formats/eu-xml.ts`, text: `import { x } from '../authorities/eu.ts'` }
  const other = { path: `${inLists}/authorities/eu.ts`, text: `import { x } from '../formats/eu-xml.ts'` }
  expect(cycles([front, room])).toEqual([])
  expect(cycles([front, room, other])).toEqual([`a cycle of imports: ${inLists}/authorities, ${inLists}/formats`])
})
