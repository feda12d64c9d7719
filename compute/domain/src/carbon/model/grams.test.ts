import { expect, test } from 'vitest'
import { gpuEnergyKwh, operationalGrams } from './grams.ts'

test('an H100 for an hour, at 80 % and a PUE of 1.2, emits 14 g in Sweden and 230 g in Germany', () => {
  const energyKwh = gpuEnergyKwh({ gpuHours: 1, tdpWatts: 700 })
  expect(energyKwh).toBeCloseTo(0.56)
  expect(operationalGrams({ energyKwh, pue: 1.2, intensityGramsPerKwh: 21 })).toBeCloseTo(14.1, 1)
  expect(operationalGrams({ energyKwh, pue: 1.2, intensityGramsPerKwh: 342 })).toBeCloseTo(229.8, 1)
})

test('values outside their range are refused, not clamped', () => {
  const run = { energyKwh: 1, pue: 1, intensityGramsPerKwh: 100 }
  expect(() => operationalGrams({ ...run, intensityGramsPerKwh: -3 })).toThrow(RangeError)
  expect(() => operationalGrams({ ...run, pue: 0.9 })).toThrow(RangeError)
  expect(() => operationalGrams({ ...run, energyKwh: Number.NaN })).toThrow(RangeError)
})
