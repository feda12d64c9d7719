/** The clock of a service under test. */
import { onTestFinished } from 'vitest'

/** The machine's clock, but for what a test skips, and it can be stopped. */
export class TestClock {
  /** Milliseconds by which it is ahead. */
  skippedMs = 0
  #stoppedAt: number | undefined

  readonly now = (): Date => new Date((this.#stoppedAt ?? Date.now()) + this.skippedMs)

  /** Stops it until the end of the test, in which a wait of a second must not be over because the machine is slow. */
  stop(): void {
    this.#stoppedAt = Date.now()
    onTestFinished(() => {
      this.#stoppedAt = undefined
    })
  }
}
