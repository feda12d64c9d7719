import { pauseAfter } from '../queue/pacing.ts'

/** A piece of work that has been taken from a queue, under a lease. */
export type DueWork = {
  step: 'subject-days' | 'figures'
  /** Does it, or gives it back and throws; `stop` says that it is given up because the process ends. */
  make(stop: AbortSignal): Promise<void>
}

/** How long a piece of work takes. */
export class Effort {
  readonly #now: () => Date
  readonly #began: Date
  #waitedMs = 0

  constructor(now: () => Date) {
    this.#now = now
    this.#began = now()
  }

  waited(ms: number): void {
    this.#waitedMs += ms
  }

  /** Without the time for which it gave way to others. */
  get workedMs(): number {
    return Math.max(0, this.#tookMs - this.#waitedMs)
  }

  get #tookMs(): number {
    return this.#now().getTime() - this.#began.getTime()
  }

  /** When what has come in meanwhile is due; with `failed`, the work itself. What is given up goes on at the next start. */
  againAt(failed?: AbortSignal): Date {
    if (failed?.aborted) return this.#now()
    return pauseAfter(this.#tookMs, this.#now(), failed ? 'failed' : 'done')
  }
}
