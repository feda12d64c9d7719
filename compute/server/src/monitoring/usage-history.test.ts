import { expect, test } from 'vitest'
import { defaultStepMs, historyOf, minuteMs, onSteps, type Sample } from './usage-history.ts'

const start = Date.parse('2026-11-20T09:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * minuteMs)
const sample = (minutes: number, cpuSeconds: number, more: Partial<Sample> = {}): Sample => ({
  attempt: 1,
  at: at(minutes),
  cpuSeconds,
  memoryBytes: 100,
  gpuShare: null,
  ...more,
})
const window = (minutes: number, stepMinutes = 1) => ({ from: at(0), to: at(minutes), stepMs: stepMinutes * minuteMs })

test('processors are the rate between samples, memory the most, GPUs the mean; a minute without a sample is empty', () => {
  const samples = [
    sample(-0.5, 0),
    sample(0.5, 90, { gpuShare: 0.5 }),
    sample(1.5, 120, { memoryBytes: 300, gpuShare: 0.7 }),
    sample(3.5, 240),
  ]
  expect(historyOf(samples, window(4))).toEqual([
    { at: at(0), cpuCores: 1.5, memoryBytes: 100, gpuShare: 0.5 },
    { at: at(1), cpuCores: 0.5, memoryBytes: 300, gpuShare: 0.7 },
    { at: at(2), cpuCores: null, memoryBytes: null, gpuShare: null },
    { at: at(3), cpuCores: 1, memoryBytes: 100, gpuShare: null },
  ])
  const [hour] = historyOf(samples, window(60, 60))
  expect(hour).toMatchObject({ cpuCores: 1, memoryBytes: 300 })
  expect(hour?.gpuShare).toBeCloseTo(0.6)
})

test('another attempt, another start and a long gap begin anew', () => {
  const samples = [
    sample(0.5, 600),
    sample(1.5, 10),
    sample(2.5, 70),
    sample(3.5, 90, { attempt: 2 }),
    sample(9.5, 100),
  ]
  const cores = historyOf(samples, window(10)).map(({ cpuCores }) => cpuCores)
  expect(cores).toEqual([null, null, 1, null, null, null, null, null, null, null])
})

test('a window is on whole steps, and its usual step leaves few points', () => {
  expect(onSteps({ from: at(1.5), to: at(7), stepMs: 5 * minuteMs })).toEqual(window(10, 5))
  expect(defaultStepMs(60 * minuteMs)).toBe(minuteMs)
  expect(defaultStepMs(24 * 60 * minuteMs)).toBe(15 * minuteMs)
  const year = 366 * 24 * 60 * minuteMs
  expect(year / defaultStepMs(year)).toBeLessThanOrEqual(240)
})
