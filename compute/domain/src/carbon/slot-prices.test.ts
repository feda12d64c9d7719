import { expect, test } from 'vitest'
import { hourMs } from '../time/time.ts'
import { SlotPrices, type Wish } from './slot-prices.ts'

const now = new Date('2026-11-20T10:20:00.000Z')
const thisHour = new Date('2026-11-20T10:00:00.000Z')
const after = (hours: number) => new Date(thisHour.getTime() + hours * hourMs)
const pool = (id: string, grams: number, gpus: number) => ({
  id,
  gramsPerGpuHour: new Float64Array(48).fill(grams),
  free: new Int32Array(48).fill(gpus),
})
const wishes = (count: number, fields: Partial<Wish> = {}): Wish[] =>
  Array.from({ length: count }, () => ({ gpus: 1, hours: 1, earliest: 0, latest: 0, pools: [0, 1], ...fields }))
const settled = (prices: SlotPrices, count: number) => {
  for (let times = 0; times < 40; times++) prices.adjust([pool('clean', 20, 2), pool('dirty', 400, 100)], wishes(count))
}

test('while some GPUs stay free, the price is zero', () => {
  const prices = new SlotPrices(now, 48)
  settled(prices, 2)
  expect(prices.of('clean', now, 1)).toBe(0)
  expect(prices.of('unknown', now, 1)).toBe(0)
})

test('a scarce GPU costs about the extra emissions of a run that has to go elsewhere', () => {
  const prices = new SlotPrices(now, 48)
  settled(prices, 10)
  expect(prices.of('clean', now, 1)).toBeGreaterThan(300)
  expect(prices.of('clean', now, 1)).toBeLessThan(420)
  expect(prices.of('clean', after(1), 1)).toBe(0)
  expect(prices.of('dirty', now, 1)).toBe(0)
})

test('prices keep their hour as time goes on, and a new day begins with those of the last', () => {
  const prices = new SlotPrices(now, 48)
  for (let times = 0; times < 40; times++) {
    prices.adjust([pool('clean', 20, 2), pool('dirty', 400, 100)], wishes(10, { earliest: 30, latest: 30 }))
  }
  const scarce = prices.of('clean', after(30), 1)
  expect(scarce).toBeGreaterThan(300)
  prices.moveTo(after(10))
  expect(prices.of('clean', after(30), 1)).toBe(scarce)
  expect(prices.of('clean', after(54), 1)).toBe(scarce)
  prices.moveTo(after(100))
  expect(prices.of('clean', after(102), 1)).toBe(0)
})

test('a run pays for each of its hours', () => {
  const prices = new SlotPrices(now, 48)
  for (let times = 0; times < 40; times++) {
    prices.adjust([pool('clean', 20, 2), pool('dirty', 400, 100)], wishes(10, { hours: 3 }))
  }
  const [one, three] = [prices.of('clean', now, 1), prices.of('clean', now, 3)]
  expect(three).toBeGreaterThan(2 * one)
  expect(prices.of('clean', now, 2.5)).toBe(three)
})
