/**
 * The clock of one session: it stands still until it is moved, and calls those who wait as it passes their time. So an hour
 * of a simulation takes as long as what happens in it.
 */
import type { Clock } from '@service/compute-engines/simulated/clock.ts'
import type { After } from '../reconcile/reconcile.ts'

type Waiting = { atMs: number; wake: () => void }

export class SessionClock implements Clock {
  readonly #waiting = new Set<Waiting>()
  #nowMs: number

  constructor(beginsMs: number) {
    this.#nowMs = beginsMs
  }

  readonly now = (): Date => new Date(this.#nowMs)

  get nowMs(): number {
    return this.#nowMs
  }

  /** When the next one waits for; undefined where nobody waits. */
  get nextMs(): number | undefined {
    let nextMs: number | undefined
    for (const { atMs } of this.#waiting) if (nextMs === undefined || atMs < nextMs) nextMs = atMs
    return nextMs
  }

  /** Never back. */
  moveTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs)
    const due = [...this.#waiting].filter((one) => one.atMs <= this.#nowMs).sort((a, b) => a.atMs - b.atMs)
    for (const one of due) {
      this.#waiting.delete(one)
      one.wake()
    }
  }

  readonly after: After = (ms, act) => {
    const waiting = { atMs: this.#nowMs + ms, wake: act }
    this.#waiting.add(waiting)
    return () => this.#waiting.delete(waiting)
  }

  async sleepUntil(at: Date, signal: AbortSignal): Promise<void> {
    if (signal.aborted || at.getTime() <= this.#nowMs) return
    await new Promise<void>((resolve) => {
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.after(at.getTime() - this.#nowMs, done)
      signal.addEventListener('abort', done)
    })
  }
}
