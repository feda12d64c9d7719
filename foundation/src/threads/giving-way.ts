/** Long computations in a thread that other tasks use as well. */
import { setImmediate } from 'node:timers/promises'

export type GivenWay<Result> = {
  result: Result
  /** How long other tasks ran in between. */
  waitedMs: number
}

/** Other tasks wait no longer than this, or as long as the longest piece. */
const atOnceMs = 10
/** The clock is looked at once in so many pieces: that takes longer than many a piece. */
const piecesAtOnce = 8

/**
 * Runs a computation that is cut into pieces, and lets the thread's other tasks run in between. Throws when `stop` is
 * aborted; nothing of the computation is left then.
 */
export async function givingWay<Result>(
  pieces: Generator<undefined, Result, undefined>,
  stop: AbortSignal,
): Promise<GivenWay<Result>> {
  let waitedMs = 0
  let began = performance.now()
  for (let count = 1; ; count++) {
    const { done, value } = pieces.next()
    if (done) return { result: value, waitedMs }
    if (count % piecesAtOnce !== 0 || performance.now() - began < atOnceMs) continue
    const paused = performance.now()
    await setImmediate()
    stop.throwIfAborted()
    began = performance.now()
    waitedMs += began - paused
  }
}
