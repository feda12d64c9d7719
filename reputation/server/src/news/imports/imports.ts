/** Imports in the background: worked on one after the other, by whichever process is free. */
import { repeat } from '@service/foundation/jobs/repeat.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { makeWaker } from '../queue/waker.ts'
import * as imports from './import-store.ts'
import { type WorkDeps, workImport } from './work-import.ts'

/** For what was announced while nobody listened, and for what a dead process has left. */
const longestPauseMs = 15_000

export async function startImports(deps: WorkDeps & { log: Logger }): Promise<{ close(): Promise<void> }> {
  const { db, log } = deps
  const stop = new AbortController()
  const waker = makeWaker(imports.importsChanged, longestPauseMs)
  if (db.engine === 'embedded') await imports.endLeases(db.connection)

  const working = repeat(async () => {
    try {
      while (!stop.signal.aborted && (await workImport(deps, stop.signal))) {}
    } catch (err) {
      if (!stop.signal.aborted) log.error({ err }, 'an import could not be worked on')
    }
    await waker.wait(longestPauseMs, stop.signal)
    return 0
  }, stop.signal)
  const listener = await db.listen(imports.importsChanged, waker.wake)

  return {
    async close() {
      stop.abort()
      await working
      await listener.close()
    },
  }
}
