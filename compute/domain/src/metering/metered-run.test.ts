import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourMs } from '../time/time.ts'
import { gpuMsBetween } from './gpu-time.ts'
import { advanceRun, beginRun, endRun, type FootprintBetween, type MeteredRun, meteredUntilMs } from './metered-run.ts'
import { isoMonth, monthStartMs } from './month.ts'

const startedMs = Date.parse('2026-10-31T21:00:00.000Z')
/** A gram an hour. */
const footprint: FootprintBetween = (fromMs, untilMs) => {
  const hours = (untilMs - fromMs) / hourMs
  return { kwh: hours / 1_000, grams: hours, avoidedGrams: 2 * hours }
}

const totalMs = ({ segments }: MeteredRun) =>
  segments.reduce((sum, { fromMs, untilMs }) => sum + gpuMsBetween(1, fromMs, untilMs), 0)
const totalGrams = ({ segments }: MeteredRun) => segments.reduce((sum, { grams }) => sum + grams, 0)

type Observation = { kind: 'alive' | 'ended'; atMs: number }
const learn = (run: MeteredRun, { kind, atMs }: Observation): MeteredRun =>
  kind === 'alive' ? advanceRun(run, atMs, footprint) : endRun(run, atMs, footprint)

const moment = fc.integer({ min: -2 * hourMs, max: 60 * 24 * hourMs }).map((ms) => startedMs + ms)
const observations = fc.record({
  kind: fc.constantFrom('alive', 'alive', 'alive', 'ended'),
  atMs: moment,
}) as fc.Arbitrary<Observation>

/** The expected time, computed without segments: the earliest end, else the latest sign of life. */
function expectedMs(all: readonly Observation[]): number {
  const ends = all.filter(({ kind }) => kind === 'ended').map(({ atMs }) => atMs)
  const until = ends.length > 0 ? Math.min(...ends) : Math.max(startedMs, ...all.map(({ atMs }) => atMs))
  return Math.max(0, until - startedMs)
}

describe('a metered run', () => {
  test('comes to the same time in any order and number of reports', () => {
    fc.assert(
      fc.property(fc.array(observations, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 12 }), (all, repeats) => {
        const replayed = [...all, ...repeats.flatMap((i) => all[i % Math.max(1, all.length)] ?? [])]
        const run = replayed.reduce(learn, beginRun(startedMs))
        expect(totalMs(run)).toBe(expectedMs(all))
        expect(totalMs([...replayed].reverse().reduce(learn, beginRun(startedMs)))).toBe(expectedMs(all))
      }),
    )
  })

  test('is reported in segments without gaps, each within one calendar month', () => {
    fc.assert(
      fc.property(fc.array(observations, { maxLength: 12 }), (all) => {
        const { segments } = all.reduce(learn, beginRun(startedMs))
        for (const [i, { fromMs, untilMs }] of segments.entries()) {
          expect(untilMs).toBeGreaterThanOrEqual(fromMs)
          if (untilMs > fromMs) expect(isoMonth(untilMs - 1)).toBe(isoMonth(fromMs))
          if (i > 0) expect(fromMs).toBe(monthStartMs(fromMs))
          const following = segments[i + 1]
          if (following && following.untilMs > following.fromMs) expect(untilMs).toBe(following.fromMs)
        }
      }),
    )
  })

  test('emits what its time emits, also when it turns out to have ended sooner', () => {
    fc.assert(
      fc.property(fc.array(observations, { maxLength: 12 }), (all) => {
        const run = all.reduce(learn, beginRun(startedMs))
        expect(totalGrams(run)).toBeCloseTo(totalMs(run) / hourMs, 6)
      }),
    )
  })

  test('over the end of a month is split at midnight, UTC', () => {
    const run = advanceRun(beginRun(startedMs), startedMs + 4 * hourMs, footprint)
    const november = Date.parse('2026-11-01T00:00:00.000Z')
    expect(run.segments).toEqual([
      { fromMs: startedMs, untilMs: november, kwh: 0.003, grams: 3, avoidedGrams: 6 },
      { fromMs: november, untilMs: november + hourMs, kwh: 0.001, grams: 1, avoidedGrams: 2 },
    ])
  })

  test('that ended before its month gives back what was counted of the next', () => {
    const grown = advanceRun(beginRun(startedMs), startedMs + 4 * hourMs, footprint)
    const run = endRun(grown, startedMs + 2 * hourMs, footprint)
    expect(run.segments.map(({ fromMs, untilMs }) => untilMs - fromMs)).toEqual([2 * hourMs, 0])
    expect(totalGrams(run)).toBe(2)
    expect(advanceRun(run, startedMs + 9 * hourMs, footprint)).toBe(run)
  })

  test('that ended before it started used nothing', () => {
    const run = endRun(beginRun(startedMs), startedMs - 5_000, footprint)
    expect([totalMs(run), run.ended, meteredUntilMs(run)]).toEqual([0, true, startedMs])
  })
})
