import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Nodes, pack, roomOn } from './pack.ts'

const nodes = (free: number[], sizes: number[] = free.map(() => 8), dedicated = false): Nodes => ({
  sizes: Int32Array.from(sizes),
  free: Int32Array.from(free),
  dedicated,
})
const packed = (count: number, on: Nodes) => {
  const taken = pack(count, on)
  return taken && [...taken]
}

test('GPUs that fit on one node are placed on the fullest that has room', () => {
  expect(packed(2, nodes([8, 3, 2, 1]))).toEqual([0, 0, 2, 0])
  expect(packed(4, nodes([3, 3, 3]))).toBeUndefined()
})

test('more GPUs than a node has take whole nodes, and one more for the rest', () => {
  expect(packed(20, nodes([8, 4, 8, 5]))).toEqual([8, 4, 8, 0])
  expect(packed(21, nodes([8, 4, 8, 5]))).toEqual([8, 0, 8, 5])
  expect(packed(22, nodes([8, 4, 8, 5]))).toBeUndefined()
  expect(packed(16, nodes([8, 4, 8, 5]))).toEqual([8, 0, 8, 0])
})

test('a dedicated node is taken by one deployment alone', () => {
  expect(packed(2, nodes([8, 6, 7], [8, 8, 8], true))).toEqual([2, 0, 0])
  expect(packed(1, nodes([7, 6], [8, 8], true))).toBeUndefined()
  expect(packed(12, nodes([8, 7, 8], [8, 8, 8], true))).toEqual([8, 0, 4])
})

test.each([[0], [-1], [1.5], [Number.NaN]])('%d is no number of GPUs', (count) => {
  expect(() => pack(count, nodes([8]))).toThrow(RangeError)
})

const anyNodes = fc
  .array(
    fc.constantFrom(1, 2, 4, 8).chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size }))),
    { minLength: 1, maxLength: 6 },
  )
  .chain((drawn) =>
    fc.boolean().map((dedicated) =>
      nodes(
        drawn.map(([, free]) => free),
        drawn.map(([size]) => size),
        dedicated,
      ),
    ),
  )

test('a number of GPUs fits exactly when that many are free, and only free ones are taken', () => {
  fc.assert(
    fc.property(anyNodes, fc.integer({ min: 1, max: 50 }), (on, count) => {
      const taken = packed(count, on)
      expect(taken !== undefined).toBe(count <= roomOn(on))
      if (!taken) return
      expect(taken.reduce((sum, gpus) => sum + gpus)).toBe(count)
      for (const [node, gpus] of taken.entries()) {
        expect(gpus).toBeLessThanOrEqual(on.free[node]!)
        if (on.dedicated && gpus > 0) expect(on.free[node]).toBe(on.sizes[node])
      }
      const spread = taken.filter((gpus) => gpus > 0).length
      if (count <= Math.max(...on.sizes)) expect(spread).toBe(1)
      else expect(taken.filter((gpus, node) => gpus > 0 && gpus < on.sizes[node]!).length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 2_000 },
  )
})

test('an empty hub has room for all that it has', () => {
  fc.assert(
    fc.property(anyNodes, ({ sizes, dedicated }) => {
      expect(roomOn({ sizes, free: sizes, dedicated })).toBe(sizes.reduce((sum, size) => sum + size, 0))
    }),
  )
})
