/**
 * Many small writes as few large ones: callers that wait at the same time share a transaction.
 *
 * One batch is in flight at a time. Whatever is submitted meanwhile becomes the next batch, so batches grow by
 * themselves under load and a lone caller waits for nobody. A caller's promise settles only when the batch that holds
 * its item has: what is acknowledged is written.
 *
 * `work` gets the items in the order of submission and returns one outcome for each in the same order: its result, or
 * an `Error` to refuse that one alone. If `work` throws, every item of the batch fails with that error and none is
 * tried again here, for only `work` knows what is safe to repeat.
 *
 * A write costs the engine as much as several items, so where `spacingMs` is given and callers crowd, the next batch
 * begins no sooner than that after the last, and is the larger for it.
 *
 * Not to be awaited inside a transaction of the same database: on the embedded engine the batch waits for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Error)[]>

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** A batch of so many shows that callers crowd; fewer are not kept waiting. */
const crowd = 4

export class GroupCommit<Item, Result> {
  readonly #work: BatchWork<Item, Result>
  readonly #largestBatch: number
  readonly #spacingMs: number
  /** The batch runs outside whatever request or transaction happened to submit its first item. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #waiting: Waiting<Item, Result>[] = []
  #running: Promise<void> | undefined
  #closed = false

  constructor(
    work: BatchWork<Item, Result>,
    { largestBatch = 1_000, spacingMs = 0 }: { largestBatch?: number; spacingMs?: number } = {},
  ) {
    this.#work = work
    this.#spacingMs = spacingMs
    this.#largestBatch = largestBatch
  }

  submit(item: Item): Promise<Result> {
    if (this.#closed) return Promise.reject(new Error('Submitted after closing: the service is shutting down'))
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#running ??= this.#outside(() => this.#run())
    })
  }

  /** How many items wait for the next batch. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Refuses new items and resolves when all that were submitted are settled. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #run(): Promise<void> {
    // All items of this iteration of the event loop share a batch.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const begun = performance.now()
      const batch = this.#take()
      await this.#settle(batch)
      if (batch.length >= crowd) await this.#keepSpace(begun)
    }
    this.#running = undefined
  }

  async #keepSpace(begun: number): Promise<void> {
    const leftMs = this.#spacingMs - (performance.now() - begun)
    if (leftMs > 0 && this.#waiting.length < this.#largestBatch && !this.#closed) await sleep(leftMs)
  }

  #take(): Waiting<Item, Result>[] {
    if (this.#waiting.length > this.#largestBatch) return this.#waiting.splice(0, this.#largestBatch)
    const batch = this.#waiting
    this.#waiting = []
    return batch
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item))
      if (results.length !== batch.length) {
        throw new Error(`A batch of ${batch.length} items has ${results.length} results`)
      }
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] as Result | Error
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
