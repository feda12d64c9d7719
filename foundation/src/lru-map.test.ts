import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LruMap } from './lru-map.ts'

test('the least recently used entry is dropped first', () => {
  const map = new LruMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
})

test('it is never larger than allowed, and the newest entry is always there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(9), { maxLength: 100 }), (maxSize, keys) => {
      const map = new LruMap<number, number>(maxSize)
      for (const key of keys) {
        map.set(key, key)
        expect(map.size).toBeLessThanOrEqual(maxSize)
        expect(map.get(key)).toBe(key)
      }
    }),
  )
})

test('entries can be dropped by their value', () => {
  const map = new LruMap<string, number>(5)
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) map.set(key, value)
  map.deleteWhere((value) => value % 2 === 1)
  expect([map.size, map.get('b')]).toEqual([1, 2])
})
