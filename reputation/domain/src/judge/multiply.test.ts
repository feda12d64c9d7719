import { expect, test } from 'vitest'
import { multiplyModule } from './multiply.ts'

test.each([1, 2, 3, 14])('%d rows times a matrix are the sums of products, at the ends of what fits', (count) => {
  const [columns, depth] = [8, 48]
  const [rowsAt, weightsAt, sumsAt] = [0, 4096, 8192]
  const { memory, multiply } = multiplyModule(1 << 16)
  const [bytes, weights, sums] = [new Uint8Array(memory), new Int8Array(memory), new Int32Array(memory)]
  const at = (i: number) => (i * 7919) % 128
  for (let i = 0; i < count * depth; i++) bytes[rowsAt + i] = i < depth ? 127 : at(i)
  for (let i = 0; i < columns * depth; i++) weights[weightsAt + i] = i < depth ? -127 : i < 2 * depth ? 127 : at(i) - 64
  multiply(rowsAt, weightsAt, sumsAt, count, columns, depth)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < columns; c++) {
      let sum = 0
      for (let k = 0; k < depth; k++) sum += bytes[rowsAt + i * depth + k]! * weights[weightsAt + c * depth + k]!
      expect(sums[sumsAt / 4 + i * columns + c]).toBe(sum)
    }
  }
})
