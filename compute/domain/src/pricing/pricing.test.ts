import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gpuTypeNamed, gpuTypes } from '../gpus/gpus.ts'
import { highestPriceUsd, lowestPriceUsd, pricePerGpuHour } from './pricing.ts'

const h100 = gpuTypeNamed('H100')!

test('a price is the base times the factor, in whole cents', () => {
  expect(pricePerGpuHour(h100, 1)).toBe(2.15)
  expect(pricePerGpuHour(h100, 0.9)).toBe(1.94)
})

test('no factor leads outside the promised range', () => {
  fc.assert(
    fc.property(fc.constantFrom(...gpuTypes), fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (type, factor) => {
      const price = pricePerGpuHour(type, factor)
      expect(price).toBeGreaterThanOrEqual(lowestPriceUsd)
      expect(price).toBeLessThanOrEqual(highestPriceUsd)
    }),
  )
})

test.each([[0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY]])('%d is refused as a factor', (factor) => {
  expect(() => pricePerGpuHour(h100, factor)).toThrow(RangeError)
})
