import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

test('runs at once and again after each pause, until told to stop', async () => {
  const stop = new AbortController()
  let runs = 0
  const repeating = repeat(async () => {
    runs += 1
    return 1
  }, stop.signal)
  expect(runs).toBe(1)
  await expect.poll(() => runs).toBeGreaterThan(3)
  stop.abort()
  await repeating
  const last = runs
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs).toBe(last)
})

test('a stop cuts a pause short, and waits for a run under way', async () => {
  const paused = new AbortController()
  const pausing = repeat(async () => 60_000, paused.signal)
  await Promise.resolve()
  paused.abort()
  await pausing

  const working = new AbortController()
  const work = Promise.withResolvers<number>()
  let ended = false
  const running = repeat(() => work.promise, working.signal).then(() => {
    ended = true
  })
  working.abort()
  await new Promise(setImmediate)
  expect(ended).toBe(false)
  work.resolve(60_000)
  await running
})

test('what is told to stop beforehand never runs', async () => {
  await repeat(() => Promise.reject(new Error('ran')), AbortSignal.abort())
})
