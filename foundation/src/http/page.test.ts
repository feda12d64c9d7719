import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../problem.ts'
import { readPage, toPage } from './page.ts'

const shape = ['string', 'number'] as const

test('the cursor of a page leads to the key of its last item', () => {
  const { items, nextCursor } = toPage(
    [
      { at: 'c', n: 3 },
      { at: 'b', n: 2 },
      { at: 'a', n: 1 },
    ],
    2,
    ({ at, n }) => [at, n],
  )
  expect(items.map(({ n }) => n)).toEqual([3, 2])
  expect(readPage({ cursor: nextCursor! }, shape)).toEqual({ limit: 50, after: ['b', 2] })
})

test('the last page has no cursor', () => {
  expect(toPage([1, 2], 2, (n) => [n])).toEqual({ items: [1, 2], nextCursor: null })
  expect(toPage([], 2, (n: number) => [n])).toEqual({ items: [], nextCursor: null })
})

test('any key survives the way through the cursor', () => {
  fc.assert(
    fc.property(fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer()), (key) => {
      const { nextCursor } = toPage([key, key], 1, (item) => item)
      expect(readPage({ cursor: nextCursor! }, shape).after).toEqual(key)
    }),
  )
})

test.each([
  '',
  'x',
  'not base64 !',
  Buffer.from('[1]').toString('base64url'),
  Buffer.from('["a",null]').toString('base64url'),
  Buffer.from('{"0":"a"}').toString('base64url'),
])('the cursor %j is refused', (cursor) => {
  expect(() => readPage({ cursor }, shape)).toThrow(Problem)
})
