import { Problem } from '@service/foundation/problem.ts'
import { Outdated } from './gpu-taking.ts'
import type { KnownFleet } from './known-fleet.ts'

const maxTries = 8

/**
 * Decides and writes, and does both again where the rows decided on have changed meanwhile, or where the database has
 * ended this transaction to break a deadlock. Afterwards GPUs that were taken in memory alone are free again.
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
      // The rows may not show everything: nodes that are gone have none.
      if (tries > 1) await refresh()
      if (tries === maxTries) {
        throw new Problem('unavailable', 'Too many deployments are being placed at once. Try again shortly.', {
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
