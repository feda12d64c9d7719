import { setImmediate } from 'node:timers/promises'

/** As long as the main thread may work at a stretch. */
const stretchMs = 5

/** For long work on the main thread, done in pieces: between two of them, `take` lets others work if it is time. */
export class Breath {
  #lastMs = performance.now()

  get isDue(): boolean {
    return performance.now() - this.#lastMs > stretchMs
  }

  async take(): Promise<void> {
    if (!this.isDue) return
    await setImmediate()
    this.#lastMs = performance.now()
  }
}
