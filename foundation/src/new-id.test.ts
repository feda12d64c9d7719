import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstIdAt, makeNewId } from './new-id.ts'

const at = (ms: number) => () => new Date(ms)

test('an id is its prefix, ten characters of time and sixteen of randomness', () => {
  const newId = makeNewId({ now: at(1_000), randomBytes })
  expect(newId('key')).toMatch(/^key_[0-9a-hjkmnp-tv-z]{26}$/)
})

test('ids of one process ascend, even if the clock goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 60 }), (times) => {
      let i = 0
      const newId = makeNewId({ now: () => new Date(times[i++]!), randomBytes })
      const ids = times.map(() => newId('x'))
      expect(ids).toEqual([...ids].sort())
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('a later process makes later ids', () => {
  const earlier = makeNewId({ now: at(1_700_000_000_000), randomBytes })('x')
  const later = makeNewId({ now: at(1_700_000_000_001), randomBytes })('x')
  expect(later > earlier).toBe(true)
})

test('the first id of a time sorts before all of that time and behind all before it', () => {
  const time = 1_700_000_000_000
  const idAt = (ms: number) => makeNewId({ now: at(ms), randomBytes })('x')
  const first = firstIdAt('x', new Date(time))
  expect(idAt(time) > first && idAt(time - 1) < first).toBe(true)
  expect(firstIdAt('x', new Date(-1)) < idAt(0)).toBe(true)
})
