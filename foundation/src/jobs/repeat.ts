import { pause } from './pause.ts'

/**
 * Runs `work` at once and then again and again until `stop` is aborted. `work` returns how long to pause, in
 * milliseconds, and must not throw. Resolves when the last run has ended; a pause is cut short.
 */
export async function repeat(work: () => Promise<number>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const pauseMs = await work()
    if (stop.aborted) return
    await pause(pauseMs, stop)
  }
}
