import type { Engine } from '@service/compute-engines/engine.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'

const tidyEveryMs = 3_600_000
const tidyMs = 600_000

/** Every hour each engine forgets what it fetched and nobody uses. Returns what ends it. */
export function tidyEngines(engines: ReadonlyMap<string, Engine>, keptMs: number, log: Logger): () => Promise<void> {
  const warn = (err: unknown, hub?: string) => log.warn({ err, hub }, 'unused images could not be removed from a hub')
  const tidying = new WakeLoop({
    async tick({ stop }) {
      for (const [hub, engine] of engines) {
        const signal = AbortSignal.any([stop, AbortSignal.timeout(tidyMs)])
        await engine.tidy?.(keptMs, signal).catch((err) => {
          if (!stop.aborted) warn(err, hub)
        })
      }
    },
    pollEveryMs: tidyEveryMs,
    report: warn,
  })
  return () => tidying.stop()
}
