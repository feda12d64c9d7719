/** The call was given up: it took too long, or its result is wanted no more. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * Calls with a signal that aborts when `signal` does, or after `limitMs`. A call that does not heed it is left alone.
 * Throws `TooLate`. Without `AbortSignal.any`, which costs more than all else here, hundreds of times a second.
 */
export async function within<T>(
  limitMs: number | null,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new TooLate('Not called: no longer needed')
  const { promise: late, reject } = Promise.withResolvers<never>()
  const inner = new AbortController()
  const giveUp = (why: string) => {
    const error = new TooLate(why)
    inner.abort(error)
    reject(error)
  }
  const unwanted = () => giveUp('Cancelled: no longer needed')
  const timer = limitMs === null ? undefined : setTimeout(() => giveUp(`No response within ${limitMs} ms`), limitMs)
  signal.addEventListener('abort', unwanted)
  try {
    return await Promise.race([call(inner.signal), late])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', unwanted)
  }
}
