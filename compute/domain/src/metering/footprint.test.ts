import { expect, test } from 'vitest'
import { hourMs } from '../time/time.ts'
import { footprintBetween, type Site } from './footprint.ts'

const noonMs = Date.parse('2026-11-20T12:00:00.000Z')
const steady = (gramsPerKwh: number, pue = 1): Site => ({ pue, intensityAt: () => gramsPerKwh })
const h100 = { gpus: 1, tdpWatts: 700, delayedMs: 0 }

test('an hour of an H100 at a PUE of 1.2 is 0.672 kWh: 14 g in Sweden, 230 g in Germany', () => {
  const sweden = footprintBetween(
    { ...h100, site: steady(21, 1.2), instead: steady(342, 1.2) },
    noonMs,
    noonMs + hourMs,
  )
  expect(sweden.kwh).toBeCloseTo(0.672, 9)
  expect(sweden.grams).toBeCloseTo(14.112, 9)
  expect(sweden.grams + sweden.avoidedGrams).toBeCloseTo(229.824, 9)
})

test('a longer time is summed hour by hour, each at its own intensity', () => {
  const rising: Site = { pue: 1, intensityAt: (atMs) => (atMs < noonMs + hourMs ? 100 : 300) }
  const sum = footprintBetween({ ...h100, site: rising }, noonMs + 0.5 * hourMs, noonMs + 2 * hourMs)
  expect(sum.grams).toBeCloseTo(0.56 * (0.5 * 100 + 1 * 300), 9)
  expect(sum.avoidedGrams).toBe(0)
})

test('a run that waited is compared with the hour in which it would have run', () => {
  const cleanAtNight: Site = { pue: 1, intensityAt: (atMs) => (atMs < noonMs ? 400 : 100) }
  const draw = { ...h100, site: cleanAtNight, instead: cleanAtNight, delayedMs: 6 * hourMs }
  expect(footprintBetween(draw, noonMs, noonMs + hourMs).avoidedGrams).toBeCloseTo(0.56 * 300, 9)
})

test('without time there is no footprint', () => {
  expect(footprintBetween({ ...h100, site: steady(21) }, noonMs, noonMs)).toEqual({ kwh: 0, grams: 0, avoidedGrams: 0 })
})
