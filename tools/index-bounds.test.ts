import { expect, test } from 'vitest'
import { unprovenIndexes } from './index-bounds.ts'

const path = 'reputation/domain/src/series/sum.ts'
const marked = 'export const first = (all: number[]): number => all[0]!\n'
const explained = '/**\n * Sums.\n *\n * Index bounds: there is at least one number.\n */\n'

test('a file with marks after its indexes says why they hold', () => {
  expect(unprovenIndexes([{ path, text: marked }])).toHaveLength(1)
  expect(unprovenIndexes([{ path, text: explained + marked }])).toEqual([])
  expect(unprovenIndexes([{ path, text: `// Index bounds: there is one.\n${marked}` }])).toEqual([])
})

test('a reason without marks is out of date', () => {
  expect(unprovenIndexes([{ path, text: `${explained}export const none = 0\n` }])).toHaveLength(1)
})

test.each([
  ['a comparison', 'export const differs = (all: number[]): boolean => all[0]!== 1\n'],
  ['a string', `export const text = 'all[0]!'\n`],
  ['a comment', '// all[0]! is read elsewhere\nexport {}\n'],
])('%s is no mark', (_what, text) => {
  expect(unprovenIndexes([{ path, text }])).toEqual([])
})

test.each(['foundation/src/new-id.test.ts', 'foundation/testing/src/x.ts', 'benchmarks/src/x.ts'])(
  'no reason is asked of %s',
  (path) => {
    expect(unprovenIndexes([{ path, text: marked }])).toEqual([])
  },
)
