/**
 * A thread of its own for work that would hold up requests, or that may take more time or memory than it is worth.
 *
 * A **task** is a module that exports `run` (`thread-task.ts`). The thread starts with the first task, loads each task's
 * module when it is first asked for, and is started again after it has died; tasks that were under way then fail with
 * `ThreadEnded`. What a task needs again and again, a model or an index, it keeps in its module.
 *
 * With a `timeoutMs`, tasks run one after the other, and one that takes longer is ended together with the thread. Without
 * it they all begin at once: those that compute still do so one after the other, those that wait do it side by side.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FromThread, InputOf, ResultOf, SliceOf, ThreadTask, ToThread } from './thread-task.ts'

export type ThreadOptions = {
  /** Stands in errors. */
  name: string
  timeoutMs?: number
  /** Of the heap; a task that needs more ends the thread. */
  memoryMb?: number
  /** The thread ends when it has had no task for so long. */
  idleMs?: number
  /** How long a close waits for the tasks under way: as a rule for as long as a task may take. */
  closeMs?: number
}

export type ThreadEnd = 'closed' | 'timed-out' | 'out-of-memory' | 'died'

/** The thread ended before the task did. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
  readonly reason: ThreadEnd

  constructor(thread: string, reason: ThreadEnd, options?: ErrorOptions) {
    super(`The thread of ${thread} has ended: ${reason}`, options)
    this.reason = reason
  }
}

type Pending = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

/** Far longer than any task takes that has no timeout. */
const defaultCloseMs = 20_000

export class WorkerThread {
  readonly #options: ThreadOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  /** The last task in line, where they run one after the other. */
  #last: Promise<unknown> = Promise.resolve()
  #lastId = 0
  #active = 0
  #closed = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** `slices` are sent ahead one by one, so that none of them holds up the service for long. */
  run<Module>(
    task: ThreadTask<Module>,
    input: InputOf<Module>,
    slices?: AsyncIterable<SliceOf<Module>>,
  ): Promise<ResultOf<Module>> {
    const run = () => this.#run(task.address, input, slices) as Promise<ResultOf<Module>>
    const { timeoutMs } = this.#options
    if (timeoutMs === undefined) return run()
    const result = this.#last.then(() => this.#within(timeoutMs, run))
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Lets the tasks under way end, and refuses others. */
  async close(): Promise<void> {
    this.#closed = true
    const worker = this.#worker
    if (worker) await this.#end(worker)
  }

  async #run(address: string, input: unknown, slices: AsyncIterable<unknown> | undefined): Promise<unknown> {
    const worker = this.#started()
    const id = ++this.#lastId
    this.#active++
    clearTimeout(this.#idle)
    worker.ref()
    try {
      if (slices) await this.#send(worker, id, slices)
      if (worker !== this.#worker) throw this.#ended('died')
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject })
        post(worker, { kind: 'task', id, address, input })
      })
    } finally {
      this.#pending.delete(id)
      this.#active--
      if (this.#active === 0) this.#rest(worker)
    }
  }

  async #send(worker: Worker, id: number, slices: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const slice of slices) post(worker, { kind: 'slice', id, slice })
    } catch (error) {
      post(worker, { kind: 'drop', id })
      throw error
    }
  }

  /** While it has no task, the thread keeps the process from ending no more, and ends by itself after a while. */
  #rest(worker: Worker): void {
    const { idleMs } = this.#options
    if (worker !== this.#worker || this.#closed) return
    worker.unref()
    if (idleMs === undefined) return
    this.#idle = setTimeout(() => {
      this.#worker = undefined
      void this.#end(worker)
    }, idleMs).unref()
  }

  /** A thread that does not answer in time would not hear of a close either: it is terminated. */
  async #within<Result>(timeoutMs: number, run: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => {
      const late = this.#worker
      if (!late) return
      this.#fail(late, this.#ended('timed-out'))
      void late.terminate()
    }, timeoutMs)
    try {
      return await run()
    } finally {
      clearTimeout(timer)
    }
  }

  #started(): Worker {
    if (this.#closed) throw this.#ended('closed')
    if (this.#worker) return this.#worker
    const { memoryMb } = this.#options
    const worker = new Worker(new URL('./thread.worker.ts', import.meta.url), {
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    })
    worker.on('message', (message: FromThread) => void this.#settle(worker, message))
    worker.on('error', (cause) =>
      this.#fail(worker, this.#ended(isOutOfMemory(cause) ? 'out-of-memory' : 'died', cause)),
    )
    worker.on('exit', () => this.#fail(worker, this.#ended(this.#closed ? 'closed' : 'died')))
    this.#worker = worker
    return worker
  }

  async #settle(worker: Worker, message: FromThread): Promise<void> {
    const pending = this.#pending.get(message.id)
    if (message.isLast && worker === this.#worker) {
      this.#worker = undefined
      await this.#end(worker) // lest the next begin beside what this one holds
    }
    if ('error' in message) pending?.reject(message.error)
    else pending?.resolve(message.result)
  }

  #fail(worker: Worker, error: ThreadEnded): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#pending.values()) reject(error)
  }

  /**
   * Breaking a thread off amid its compiling has been seen to take the process with it, so it is asked to end, and only
   * one that hangs is terminated.
   */
  async #end(worker: Worker): Promise<void> {
    clearTimeout(this.#idle)
    worker.ref()
    const { timeoutMs, closeMs = timeoutMs ?? defaultCloseMs } = this.#options
    const exited = once(worker, 'exit').catch(() => undefined)
    post(worker, { kind: 'close' })
    const hangs = setTimeout(() => void worker.terminate(), closeMs)
    await exited
    clearTimeout(hangs)
  }

  #ended = (reason: ThreadEnd, cause?: unknown): ThreadEnded =>
    new ThreadEnded(this.#options.name, reason, cause === undefined ? {} : { cause })
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const post = (worker: Worker, message: ToThread): void => worker.postMessage(message)
