import { setTimeout as sleep } from 'node:timers/promises'
import { ModelFailure } from './model-failure.ts'

const attempts = 3
const firstPauseMs = 1_000
const maxPauseMs = 30_000

/** Asks up to three times, with growing pauses or those that the other side asks for. Throws the last failure. */
export async function tryAgain<Result>(
  ask: () => Promise<Result>,
  { stop, pauseMs = firstPauseMs }: { stop: AbortSignal; pauseMs?: number },
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ModelFailure) || !error.mayPass || attempt === attempts) throw error
      const wanted = error.retryAfterMs ?? pauseMs * 4 ** (attempt - 1)
      await sleep(Math.min(wanted, maxPauseMs), undefined, { signal: stop })
    }
  }
}
