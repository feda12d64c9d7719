import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { GroupCommit } from './group-commit.ts'

/** Work whose batches the test finishes, with the batches it was given. */
function heldWork() {
  const batches: number[][] = []
  const held: { finish: () => void; fail: (error: Error) => void }[] = []
  const work = (items: readonly number[]): Promise<number[]> => {
    batches.push([...items])
    return new Promise((resolve, reject) => {
      held.push({ finish: () => resolve(items.map((item) => item * 10)), fail: reject })
    })
  }
  return { work, batches, held }
}

const nextIteration = () => new Promise(setImmediate)

test('a lone item is written at once and returns its own result', async () => {
  const commit = new GroupCommit<number, number>(async (items) => items.map((item) => item * 10))
  expect(await commit.submit(7)).toBe(70)
})

test('what is submitted while a batch is in flight becomes the next batch, in order', async () => {
  const { work, batches, held } = heldWork()
  const commit = new GroupCommit(work)
  const first = commit.submit(1)
  await nextIteration()
  const later = [commit.submit(2), commit.submit(3), commit.submit(4)]
  await nextIteration()
  expect(batches).toEqual([[1]])
  expect(commit.waiting).toBe(3)

  held[0]?.finish()
  expect(await first).toBe(10)
  await nextIteration()
  expect(batches).toEqual([[1], [2, 3, 4]])

  held[1]?.finish()
  expect(await Promise.all(later)).toEqual([20, 30, 40])
})

test('items of one iteration of the event loop share a batch', async () => {
  const work = vi.fn(async (items: readonly number[]) => items)
  const commit = new GroupCommit(work)
  await Promise.all([commit.submit(1), commit.submit(2), commit.submit(3)])
  expect(work.mock.calls).toEqual([[[1, 2, 3]]])
})

test('no batch is larger than allowed', async () => {
  const work = vi.fn(async (items: readonly number[]) => items)
  const commit = new GroupCommit(work, { largestBatch: 4 })
  const results = await Promise.all(Array.from({ length: 10 }, (_, n) => commit.submit(n)))
  expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(work.mock.calls.map(([items]) => items.length)).toEqual([4, 4, 2])
})

test('a lone caller does not wait, whatever the spacing of batches', async () => {
  const commit = new GroupCommit<number, number>(async (items) => items, { spacingMs: 600_000 })
  for (const item of [1, 2, 3]) expect(await commit.submit(item)).toBe(item)
})

test('under load the next batch waits for its spacing and is larger', async () => {
  const work = vi.fn(async (items: readonly number[]) => items)
  const commit = new GroupCommit(work, { spacingMs: 500 })
  const begun = performance.now()
  await Promise.all([1, 2, 3, 4].map((n) => commit.submit(n)))
  const fifth = commit.submit(5)
  await nextIteration()
  await Promise.all([fifth, commit.submit(6)])
  expect(work.mock.calls).toEqual([[[1, 2, 3, 4]], [[5, 6]]])
  expect(performance.now() - begun).toBeGreaterThan(490)
})

test('a failed batch fails each of its items, and none of the next', async () => {
  const { work, held } = heldWork()
  const commit = new GroupCommit(work)
  const failing = [commit.submit(1), commit.submit(2)]
  await nextIteration()
  const next = commit.submit(3)
  held[0]?.fail(new Error('disk full'))
  for (const outcome of await Promise.allSettled(failing)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: new Error('disk full') })
  }
  await nextIteration()
  held[1]?.finish()
  expect(await next).toBe(30)
})

test('work that throws before its first await fails its batch like any other', async () => {
  const commit = new GroupCommit<number, number>(() => {
    throw new Error('no connection')
  })
  await expect(commit.submit(1)).rejects.toThrow('no connection')
  await expect(commit.submit(2)).rejects.toThrow('no connection')
})

test('an error among the results refuses that item alone', async () => {
  const odd = (item: number) => (item % 2 ? new RangeError(`${item} is odd`) : item)
  const commit = new GroupCommit<number, number>(async (items) => items.map(odd))
  const [two, three] = await Promise.allSettled([commit.submit(2), commit.submit(3)])
  expect(two).toEqual({ status: 'fulfilled', value: 2 })
  expect(three).toMatchObject({ status: 'rejected', reason: new RangeError('3 is odd') })
})

test('a wrong number of results fails the batch instead of leaving callers waiting', async () => {
  const commit = new GroupCommit<number, number>(async () => [1])
  const outcomes = await Promise.allSettled([commit.submit(1), commit.submit(2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('closing waits for all that was submitted and refuses what comes after', async () => {
  const { work, held, batches } = heldWork()
  const commit = new GroupCommit(work)
  const first = commit.submit(1)
  await nextIteration()
  const second = commit.submit(2)
  let closed = false
  const closing = commit.close().then(() => {
    closed = true
  })
  await expect(commit.submit(3)).rejects.toThrow('shutting down')

  held[0]?.finish()
  await first
  await nextIteration()
  expect(closed).toBe(false)
  held[1]?.finish()
  expect(await second).toBe(20)
  await closing
  expect(batches).toEqual([[1], [2]])
})

test('closing without anything submitted returns at once', async () => {
  await new GroupCommit<number, number>(async (items) => items).close()
})

test('every item is written once and in order, for any arrival times and durations', async () => {
  const arrivals = fc.array(fc.record({ pauseMs: fc.constantFrom(0, 0, 0, 1), iterations: fc.nat(2) }), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 8 }), async (pauses, largestBatch) => {
      const written: number[] = []
      let inFlight = 0
      const commit = new GroupCommit<number, number>(
        async (items) => {
          expect(++inFlight).toBe(1)
          if (items.length % 3 === 0) await nextIteration()
          written.push(...items)
          inFlight--
          return items
        },
        { largestBatch },
      )
      const results: Promise<number>[] = []
      for (const [n, { pauseMs, iterations }] of pauses.entries()) {
        results.push(commit.submit(n))
        for (let i = 0; i < iterations; i++) await nextIteration()
        if (pauseMs) await sleep(pauseMs) // any time between two arrivals is part of the property
      }
      expect(await Promise.all(results)).toEqual(pauses.map((_, n) => n))
      expect(written).toEqual(pauses.map((_, n) => n))
      await commit.close()
    }),
    { numRuns: 40 },
  )
})
