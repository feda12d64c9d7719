import { afterEach, describe, expect, test } from 'vitest'
import { threadTask } from './thread-task.ts'
import { ThreadEnded, type ThreadOptions, WorkerThread } from './worker-thread.ts'

const arithmetic = threadTask<typeof import('@service/foundation-testing/threads/arithmetic.task.ts')>(
  new URL('../../testing/src/threads/arithmetic.task.ts', import.meta.url),
)

describe('a worker thread', () => {
  const threads: WorkerThread[] = []
  const aThread = (options: Partial<ThreadOptions> = {}) => {
    const thread = new WorkerThread({ name: 'sums', ...options })
    threads.push(thread)
    return thread
  }
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.close())))

  test('runs a task on its input and on what was sent ahead', async () => {
    async function* slices() {
      yield [1, 2]
      yield [3]
    }
    const thread = aThread()
    expect(await thread.run(arithmetic, { kind: 'add', to: 10 }, slices())).toBe(16)
    expect(await thread.run(arithmetic, { kind: 'add', to: 10 })).toBe(10)
  })

  test('outlives an error that cannot be copied to the other thread', async () => {
    const thread = aThread()
    const counted = thread.run(arithmetic, { kind: 'count' })
    await expect(thread.run(arithmetic, { kind: 'failUncopied' })).rejects.toThrow('out of range')
    expect(await counted).toBe(1)
    expect(await thread.run(arithmetic, { kind: 'count' })).toBe(3)
  })

  test('reports a failure of what is sent ahead, and runs no task then', async () => {
    async function* broken(): AsyncGenerator<number[]> {
      yield [1, 2]
      throw new Error('half way')
    }
    const thread = aThread()
    await expect(thread.run(arithmetic, { kind: 'add', to: 1 }, broken())).rejects.toThrow('half way')
    expect(await thread.run(arithmetic, { kind: 'count' })).toBe(1)
  })

  test('keeps the state of a task’s module, and passes on what it throws', async () => {
    const thread = aThread()
    await expect(thread.run(arithmetic, { kind: 'fail' })).rejects.toThrow(new RangeError('out of range'))
    expect(await thread.run(arithmetic, { kind: 'count' })).toBe(2)
  })

  test('starts another for the tasks behind one that ends it', async () => {
    const thread = aThread({ timeoutMs: 60_000 })
    const counts = [{}, { thenEnd: true } as const, {}].map((given) =>
      thread.run(arithmetic, { kind: 'count', ...given }),
    )
    expect(await Promise.all(counts)).toEqual([1, 2, 1])
  })

  test('fails the tasks of a thread that dies, and starts another', async () => {
    const thread = aThread()
    const waiting = thread.run(arithmetic, { kind: 'wait' })
    const dying = thread.run(arithmetic, { kind: 'exit' })
    await expect(waiting).rejects.toMatchObject({ name: 'ThreadEnded', reason: 'died' })
    await expect(dying).rejects.toThrow(ThreadEnded)
    expect(await thread.run(arithmetic, { kind: 'count' })).toBe(1)
  })

  test('ends a task that takes too long or too much memory, and runs the next', async () => {
    const thread = aThread({ timeoutMs: 2_000, memoryMb: 64 })
    const hanging = thread.run(arithmetic, { kind: 'hang' })
    const behind = thread.run(arithmetic, { kind: 'add', to: 1 })
    await expect(hanging).rejects.toMatchObject({ reason: 'timed-out' })
    expect(await behind).toBe(1)
    const small = aThread({ timeoutMs: 30_000, memoryMb: 64 })
    await expect(small.run(arithmetic, { kind: 'hoard' })).rejects.toMatchObject({ reason: 'out-of-memory' })
    expect(await small.run(arithmetic, { kind: 'add', to: 2 })).toBe(2)
  })

  test('ends when idle, and starts again with the next task', async () => {
    const thread = aThread({ idleMs: 1 })
    expect(await thread.run(arithmetic, { kind: 'count' })).toBe(1)
    await expect.poll(() => thread.run(arithmetic, { kind: 'count' }), { interval: 20 }).toBe(1)
  })

  test('transfers what a task asks to transfer', async () => {
    const thread = aThread()
    expect(await thread.run(arithmetic, { kind: 'range', count: 3 })).toEqual(Uint32Array.of(0, 1, 2))
    expect(await thread.run(arithmetic, { kind: 'kept' })).toBe(0)
  })

  test('that is closed ends a task that goes on for too long', async () => {
    const thread = aThread({ closeMs: 50 })
    const hanging = thread.run(arithmetic, { kind: 'hang' })
    await Promise.all([expect(hanging).rejects.toMatchObject({ reason: 'closed' }), thread.close()])
  })

  test('lets others run during a long computation that is cut into pieces, and ends it between two', async () => {
    const thread = aThread()
    const endless = expect(thread.run(arithmetic, { kind: 'countForever' })).rejects.toThrow('aborted')
    expect(await thread.run(arithmetic, { kind: 'add', to: 1 })).toBe(1)
    expect(await thread.run(arithmetic, { kind: 'add', to: 2 })).toBe(2)
    const began = performance.now()
    await thread.close()
    await endless
    expect(performance.now() - began).toBeLessThan(5_000) // it waits for up to 20 s for a task that does not end
  })

  test('stops its tasks when it is closed, and takes no others', async () => {
    const thread = aThread()
    const waiting = thread.run(arithmetic, { kind: 'wait' })
    const closing = thread.close()
    await expect(waiting).rejects.toThrow('aborted')
    await closing
    await expect(thread.run(arithmetic, { kind: 'count' })).rejects.toMatchObject({ reason: 'closed' })
  })
})
