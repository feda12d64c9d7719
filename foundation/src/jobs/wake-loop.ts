/**
 * A loop of ticks in one process: it works when something wakes it, at a time that was asked for, and at the latest with
 * the next poll, which finds what was not announced. A loop without a poll goes by the times that its ticks name.
 *
 * One tick runs at a time. A wake during a tick makes another follow it, however many wakes there were. A tick that
 * throws is reported, and the next one waits for a pause, whatever wakes it meanwhile. Ticks run outside the async
 * context of the code that woke them: not inside a request, nor inside a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pause } from '../pause.ts'

export type WakeLoopOptions = {
  /**
   * One round of work. `poll` is true when the poll is due, as it is at the start; `stop` is aborted by `stop()`. May
   * return a number of milliseconds after which the next tick is wanted; it replaces what an earlier tick asked for.
   */
  tick(round: { poll: boolean; stop: AbortSignal }): Promise<unknown>
  /** From the end of one poll to the next, however many other ticks there are in between. */
  pollEveryMs?: number
  /** Until the first tick, which otherwise follows at once. */
  firstAfterMs?: number
  /** After a tick that threw. */
  retryAfterMs?: number
  /** Called with what a tick threw, unless the loop was being stopped. */
  report(error: unknown): void
}

const maxTimerMs = 2 ** 31 - 1
const defaultRetryAfterMs = 1_000

export class WakeLoop {
  readonly #options: WakeLoopOptions
  readonly #stopping = new AbortController()
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #timers = new Set<NodeJS.Timeout>()
  #pollTimer: NodeJS.Timeout | undefined
  #nextTimer: NodeJS.Timeout | undefined
  #isDue = false
  #isPollDue = true
  #running: Promise<void> | undefined

  constructor(options: WakeLoopOptions) {
    this.#options = options
    if (options.firstAfterMs === undefined) this.wake()
    else this.wakeAfter(options.firstAfterMs)
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** A tick follows: now, or after the one under way. */
  wake(): void {
    if (this.isStopped) return
    this.#isDue = true
    this.#running ??= this.#outside(() => this.#run())
  }

  /** The same, in so many milliseconds. Every such wish is kept. */
  wakeAfter(ms: number): void {
    if (this.isStopped) return
    const timer = this.#after(ms, () => this.#timers.delete(timer))
    this.#timers.add(timer)
  }

  /** Resolves when the tick under way has ended; none follows. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#pollTimer)
    clearTimeout(this.#nextTimer)
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#running
  }

  async #run(): Promise<void> {
    const { tick, pollEveryMs, retryAfterMs = defaultRetryAfterMs, report } = this.#options
    await Promise.resolve() // a tick that finds nothing must not end before `wake` has noted that it began
    while (this.#isDue && !this.isStopped) {
      this.#isDue = false
      const poll = this.#isPollDue
      this.#isPollDue = false
      try {
        const nextMs = await tick({ poll, stop: this.#stopping.signal })
        if (this.isStopped) break
        if (poll && pollEveryMs !== undefined) this.#pollAfter(pollEveryMs)
        if (typeof nextMs === 'number') this.#tickAfter(nextMs)
      } catch (error) {
        this.#isPollDue ||= poll
        if (this.isStopped) break
        report(error)
        await pause(retryAfterMs, this.#stopping.signal)
        this.#isDue = true
      }
    }
    this.#running = undefined
  }

  #pollAfter(ms: number): void {
    this.#pollTimer = this.#after(ms, () => {
      this.#isPollDue = true
    })
  }

  #tickAfter(ms: number): void {
    clearTimeout(this.#nextTimer)
    this.#nextTimer = this.#after(ms, () => {})
  }

  #after(ms: number, first: () => void): NodeJS.Timeout {
    return setTimeout(
      () => {
        first()
        this.wake()
      },
      Math.min(Math.max(0, ms), maxTimerMs),
    )
  }
}
