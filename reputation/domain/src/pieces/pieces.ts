/**
 * Long computations in short pieces: a generator that yields wherever it may be interrupted, so that the
 * caller can do something else in between, or give it up. A piece takes far less than a millisecond; it is the caller who
 * looks at the clock.
 */
export type Pieces<Result> = Generator<undefined, Result, undefined>

/** For callers that have nothing else to do. */
export function atOnce<Result>(pieces: Pieces<Result>): Result {
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}
