import { Problem } from '@service/foundation/problem.ts'
import { Outdated } from './gpu-taking.ts'
import type { KnownFleet } from './known-fleet.ts'

const maxTries = 8

/**
 * Decides and writes, and does both again where the rows decided on have changed meanwhile, or where the database broke
 * a deadlock by ending this transaction. Afterwards whatever was taken in memory alone is free again.
 */
export async function retryTransaction<T>(
  fleet: KnownFleet,
  refresh: () => Promise<void>,
  decideAndWrite: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decideAndWrite()
    } catch (error) {
      if (error instanceof Outdated) fleet.adopt(error.rows)
      else if (!isDeadlock(error)) throw error
      // What was learnt may not be all: nodes that are gone have no row.
      if (tries > 1) await refresh()
      if (tries === maxTries) {
        throw new Problem('unavailable', 'Too many deployments are placed at once: try again shortly.', {
          cause: error,
          retryAfterSeconds: 1,
        })
      }
    } finally {
      fleet.restore()
    }
  }
}

/** PostgreSQL's `deadlock_detected`. */
const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'
