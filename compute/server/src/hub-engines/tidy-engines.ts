import type { Engine } from '@service/compute-engines/engine.ts'
import { repeat } from '@service/foundation/jobs/repeat.ts'
import type { Logger } from '@service/foundation/log/logger.ts'

const pauseMs = 3_600_000
const tidyMs = 600_000

/** Every hour each engine forgets what it fetched and nobody uses. Answers how to end it. */
export function tidyEngines(engines: ReadonlyMap<string, Engine>, keptMs: number, log: Logger): () => Promise<void> {
  const stop = new AbortController()
  const tidying = repeat(async () => {
    for (const [hub, engine] of engines) {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(tidyMs)])
      await engine.tidy?.(keptMs, signal).catch((err) => {
        if (!stop.signal.aborted) log.warn({ err, hub }, 'what nobody uses any more could not be removed from a hub')
      })
    }
    return pauseMs
  }, stop.signal)
  return async () => {
    stop.abort()
    await tidying
  }
}
