import Type from 'typebox'
import { expect, test } from 'vitest'
import { prune } from './prune.ts'

const items = (count: number) => Array.from({ length: count }, (_, i) => i)

test('of a list that is too long one item too many is kept, of unknown fields the first few', () => {
  const schema = Type.Object({ names: Type.Array(Type.String(), { maxItems: 3 }) })
  const value = { names: items(1_000), ...Object.fromEntries(items(1_000).map((i) => [`x${i}`, i])) }
  const pruned = prune(value, schema) as { names: unknown[] }
  expect(pruned.names).toEqual([0, 1, 2, 3])
  expect(Object.keys(pruned)).toHaveLength(22)
})

test('a union within a union says as well what a value may hold', () => {
  const list = Type.Array(Type.Object({ a: Type.Array(Type.Number(), { maxItems: 2 }) }), { maxItems: 5 })
  const schema = Type.Object({
    one: Type.Union([Type.Null(), Type.Union([Type.String(), Type.Union([list, Type.Boolean()])])]),
  })
  const value = { one: items(9).map(() => ({ a: items(9) })) }
  expect(prune(value, schema)).toEqual({ one: items(6).map(() => ({ a: [0, 1, 2] })) })
})
