import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourMs } from '../time/time.ts'
import type { ForecastMethod } from './forecast.ts'
import { latestStart, planStart, type Site } from './plan-start.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const after = (hours: number) => new Date(now.getTime() + hours * hourMs)

const aSite = (
  values: number[],
  { id = 'here', gramsFactor = 1, method = 'history' as ForecastMethod } = {},
): Site => ({
  id,
  gramsFactor,
  forecast: { from: now, values: Float64Array.from(values), method },
})
const run = { now, latestStart: after(3), durationHours: 1 }

test('it waits for the cleanest hour, and is planned again every hour', () => {
  const site = aSite([300, 200, 100, 250])
  expect(planStart({ ...run, sites: [site] })).toEqual({
    kind: 'wait',
    site,
    expectedStart: after(2),
    expectedIntensity: 100,
    expectedGain: expect.closeTo(2 / 3),
    recheckAt: after(1),
  })
})

test('the whole run counts, not its first hour', () => {
  const site = aSite([300, 100, 900, 150, 150, 150])
  expect(planStart({ ...run, durationHours: 2, sites: [site] })).toMatchObject({
    kind: 'wait',
    expectedStart: after(3),
  })
})

test('place and time are chosen together', () => {
  const here = aSite([300, 250, 250], { id: 'here' })
  const there = aSite([400, 300, 120], { id: 'there', gramsFactor: 1.5 })
  expect(planStart({ ...run, sites: [here, there] })).toMatchObject({
    kind: 'wait',
    site: there,
    expectedStart: after(2),
  })
  expect(planStart({ ...run, sites: [here] })).toMatchObject({ kind: 'wait', expectedStart: after(1) })
  expect(planStart({ ...run, latestStart: now, sites: [here, there] })).toMatchObject({ kind: 'start', site: here })
})

test('a run does not begin to wait for a tiny gain, but goes on waiting for it', () => {
  const site = aSite([300, 299])
  expect(planStart({ ...run, sites: [site] })).toMatchObject({ kind: 'start', because: 'gain-too-small' })
  expect(planStart({ ...run, isWaiting: true, sites: [site] })).toMatchObject({ kind: 'wait' })
})

test('it starts when now is best, when it must, and when there is no forecast', () => {
  const better = aSite([300, 100])
  expect(planStart({ ...run, sites: [aSite([100, 200])] })).toMatchObject({ kind: 'start', because: 'best-now' })
  expect(planStart({ ...run, latestStart: after(0.9), sites: [better] })).toMatchObject({ because: 'latest-start' })
  expect(planStart({ ...run, latestStart: after(-5), sites: [better] })).toMatchObject({ because: 'latest-start' })
  expect(planStart({ ...run, sites: [aSite([100], { method: 'annual-mean' })] })).toMatchObject({ kind: 'start' })
})

test('a run of more than three days waits only on a provider’s forecast', () => {
  const values = [900, 900, ...Array(100).fill(100)]
  const long = { ...run, durationHours: 73 }
  expect(planStart({ ...long, sites: [aSite(values)] })).toMatchObject({ because: 'long-run-without-provider' })
  expect(planStart({ ...run, durationHours: 24, sites: [aSite(values)] })).toMatchObject({ kind: 'wait' })
  expect(planStart({ ...long, sites: [aSite(values, { method: 'provider' })] })).toMatchObject({ kind: 'wait' })
})

test('the latest start leaves a quarter of an hour before the deadline', () => {
  expect(latestStart(now, 24)).toEqual(after(23.75))
  expect(latestStart(now, 0)).toEqual(now)
  expect(latestStart(now, 0.1)).toEqual(now)
})

test('a plan is never later than allowed, and never expected to be worse than starting now', () => {
  const intensities = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      fc.array(intensities, { minLength: 1, maxLength: 4 }),
      fc.double({ min: 0, max: 48, noNaN: true }),
      fc.double({ min: 0.1, max: 23, noNaN: true }),
      (all, slack, durationHours) => {
        const sites = all.map((values, index) => aSite(values, { id: String(index), gramsFactor: 1 + index / 10 }))
        const plan = planStart({ now, latestStart: after(slack), durationHours, sites })
        if (plan.kind === 'start') return
        expect(plan.expectedStart <= after(slack) && plan.recheckAt <= plan.expectedStart).toBe(true)
        expect(plan.expectedGain).toBeGreaterThan(0)
      },
    ),
  )
})

test('without a site there is no plan', () => expect(() => planStart({ ...run, sites: [] })).toThrow(RangeError))

test('it does not wait for an hour without room, and without room now it waits for the first hour that has some', () => {
  const clean = aSite([100, 90, 80, 70], { id: 'clean' })
  const dirty = aSite([300, 300, 300, 300], { id: 'dirty' })
  const full = (site: Site, ...hours: number[]): Site => ({
    ...site,
    hasRoom: (start) => !hours.includes((start.getTime() - now.getTime()) / hourMs),
  })
  expect(planStart({ ...run, sites: [full(clean, 0, 1, 3), dirty] })).toMatchObject({
    kind: 'wait',
    site: { id: 'clean' },
    expectedStart: after(2),
  })
  expect(planStart({ ...run, sites: [full(clean, 0, 1, 2, 3), dirty] })).toMatchObject({
    kind: 'start',
    site: { id: 'dirty' },
  })
  expect(planStart({ ...run, sites: [full(dirty, 0, 1)] })).toMatchObject({ kind: 'wait', expectedStart: after(2) })
  expect(planStart({ ...run, sites: [full(dirty, 0, 1, 2, 3)] })).toMatchObject({ kind: 'start' })
})

test('room that others need as much is not waited for', () => {
  const site = aSite([200, 100])
  expect(planStart({ ...run, sites: [site] })).toMatchObject({ kind: 'wait' })
  const price = (start: Date) => (start > now ? 120 : 0)
  expect(planStart({ ...run, sites: [{ ...site, price }] })).toMatchObject({ kind: 'start' })
})
