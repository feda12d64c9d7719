import { expect, test } from 'vitest'
import { KeyIndex, modelVersion, readModel, tableOf, writeModel } from './model-file.ts'

const aModel = () => ({
  version: 'v1',
  tables: {
    one: { keys: Uint32Array.from([1, 7, 4_294_967_295]), weights: Int8Array.from([1, -2, 127]), width: 1, scale: 0.5 },
    two: { keys: Uint32Array.from([3]), weights: Int8Array.from([-127, 5]), width: 2, scale: 0.02 },
  },
  numbers: { calibration: [1, 0.25, -3] },
})

test('what is written is read again, from any place in memory', () => {
  const bytes = writeModel(aModel())
  const moved = new Uint8Array(bytes.length + 3)
  moved.set(bytes, 3)
  for (const at of [bytes, moved.subarray(3), Buffer.from(bytes)]) expect(readModel(at)).toEqual(aModel())
})

test('the first bytes of a file tell the version', () => {
  const bytes = writeModel(aModel())
  expect(modelVersion(bytes.subarray(0, 32))).toBe('v1')
  for (const at of [bytes.subarray(0, 12), new Uint8Array(8), new Uint8Array()])
    expect(() => modelVersion(at)).toThrow(RangeError)
})

test('a damaged file is refused', () => {
  const bytes = writeModel(aModel())
  expect(() => readModel(bytes.subarray(0, bytes.length - 4))).toThrow(RangeError)
  expect(() => readModel(new Uint8Array(4))).toThrow(RangeError)
  expect(() => readModel(new TextEncoder().encode('<html>no model</html>'))).toThrow(RangeError)
})

test('a table that is missing or of another width is refused', () => {
  expect(() => tableOf(aModel(), 'three', 1)).toThrow(RangeError)
  expect(() => tableOf(aModel(), 'two', 1)).toThrow(RangeError)
})

test('every key is found in its row and no other key is', () => {
  const keys = Uint32Array.from({ length: 1_000 }, (_, i) => i * 4_294_967)
  const index = new KeyIndex(keys)
  for (const [row, key] of keys.entries()) expect(index.find(key)).toBe(row)
  expect(index.find(12_345)).toBe(-1)
})
