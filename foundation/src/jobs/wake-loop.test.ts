import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, expect, test } from 'vitest'
import { WakeLoop, type WakeLoopOptions } from './wake-loop.ts'

const rarely = 60_000
const loops: WakeLoop[] = []
function aLoop(options: Partial<WakeLoopOptions> & Pick<WakeLoopOptions, 'tick'>): WakeLoop {
  const report = (error: unknown) => {
    throw error
  }
  const loop = new WakeLoop({ pollEveryMs: rarely, report, ...options })
  loops.push(loop)
  return loop
}
const settled = () => new Promise(setImmediate)

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
})

test('ticks at its start, when woken, and not otherwise', async () => {
  let ticks = 0
  const loop = aLoop({ tick: async () => void ticks++ })
  await settled()
  expect(ticks).toBe(1)
  loop.wake()
  await settled()
  expect(ticks).toBe(2)
})

test('a loop that fails again and again leaves nothing behind in its pauses', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  let ticks = 0
  const tick = async () => {
    ticks++
    throw new Error('still away')
  }
  aLoop({ tick, retryAfterMs: 1, report: () => {} })
  await expect.poll(() => ticks, { interval: 5 }).toBeGreaterThan(20)
  await settled()
  process.off('warning', note)
  expect(warnings).toEqual([])
})

test('one tick at a time; wakes during a tick make one more', async () => {
  const begun: PromiseWithResolvers<void>[] = []
  const loop = aLoop({
    tick: () => {
      const tick = Promise.withResolvers<void>()
      begun.push(tick)
      return tick.promise
    },
  })
  await settled()
  for (let wakes = 0; wakes < 3; wakes++) loop.wake()
  await settled()
  expect(begun).toHaveLength(1)
  begun[0]?.resolve()
  await settled()
  expect(begun).toHaveLength(2)
  begun[1]?.resolve()
  await settled()
  expect(begun).toHaveLength(2)
})

test('polls at a steady pace, and says so', async () => {
  const polls: boolean[] = []
  const loop = aLoop({ tick: async ({ poll }) => void polls.push(poll), pollEveryMs: 20 })
  await settled()
  loop.wake()
  await settled()
  expect(polls).toEqual([true, false])
  await expect.poll(() => polls.filter(Boolean).length, { interval: 5 }).toBeGreaterThan(2)
})

test('ticks at every requested time, and at the last one that a tick returned', async () => {
  let ticks = 0
  const named = [rarely, 5]
  const loop = aLoop({
    tick: async () => {
      ticks++
      return named.shift()
    },
  })
  loop.wakeAfter(5)
  loop.wakeAfter(15)
  loop.wakeAfter(10 * 24 * 3_600_000 * 10) // longer than a timer can be set for
  await expect.poll(() => ticks, { interval: 5 }).toBe(4)
})

test('without a poll, ticks when the last tick asked to, from the first on', async () => {
  const atMs: number[] = []
  const began = performance.now()
  const tick = async () => {
    atMs.push(performance.now() - began)
    return atMs.length < 3 ? 5 : undefined
  }
  const report = (error: unknown) => {
    throw error
  }
  const loop = new WakeLoop({ tick, firstAfterMs: 20, report })
  loops.push(loop)
  await settled()
  expect(atMs).toEqual([])
  await expect.poll(() => atMs.length, { interval: 5 }).toBe(3)
  expect(atMs[0]).toBeGreaterThan(15)

  const stopped = new WakeLoop({ tick, firstAfterMs: 1, report })
  await stopped.stop()
  await new Promise((resolve) => setTimeout(resolve, 20)) // its first tick was due after 1 ms
  expect(atMs).toHaveLength(3)
})

test('a failing tick is reported, and retried after a pause even when woken meanwhile', async () => {
  const reported: unknown[] = []
  const polls: boolean[] = []
  const loop = aLoop({
    tick: async ({ poll }) => {
      polls.push(poll)
      if (polls.length === 1) throw new Error('out of order')
    },
    retryAfterMs: 20,
    report: (error) => reported.push(error),
  })
  await settled()
  loop.wake()
  await settled()
  expect(polls).toEqual([true])
  await expect.poll(() => polls, { interval: 5 }).toEqual([true, true])
  expect(reported).toEqual([new Error('out of order')])
})

test('a stop waits for the tick under way, and cuts a pause short', async () => {
  const work = Promise.withResolvers<void>()
  let [ended, ticks] = [false, 0]
  const loop = aLoop({
    tick: ({ stop }) => {
      ticks++
      stop.addEventListener('abort', () => setImmediate(work.resolve))
      return work.promise.then(() => {
        ended = true
      })
    },
  })
  await settled()
  loop.wake()
  loop.wakeAfter(1)
  await loop.stop()
  expect(ended).toBe(true)
  loop.wake()
  await settled()
  expect(ticks).toBe(1)

  const failing = aLoop({ tick: () => Promise.reject(new Error('no')), retryAfterMs: rarely, report: () => {} })
  await settled()
  await failing.stop()
})

test('what fails because the loop is stopped is not reported', async () => {
  const loop = aLoop({
    tick: ({ stop }) =>
      new Promise((_, reject) => stop.addEventListener('abort', () => reject(new Error('interrupted')))),
  })
  await settled()
  await loop.stop()
})

test('ticks run outside the async context of the caller that woke them', async () => {
  const context = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const loop = aLoop({ tick: async () => void seen.push(context.getStore()) })
  await settled()
  context.run('a request', () => loop.wake())
  context.run('a transaction', () => loop.wakeAfter(0))
  await expect.poll(() => seen, { interval: 5 }).toEqual([undefined, undefined, undefined])
})
