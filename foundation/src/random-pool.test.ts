import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeRandomPool } from './random-pool.ts'

test('no byte is used twice, and the source is read rarely', () => {
  let asked = 0
  const take = makeRandomPool((count) => {
    asked += 1
    return randomBytes(count)
  })
  const taken = Array.from({ length: 2_000 }, () => Buffer.from(take(10)).toString('hex'))
  expect(new Set(taken).size).toBe(2_000)
  expect(asked).toBeLessThan(6)
  expect(take(10_000)).toHaveLength(10_000)
})
