import { Problem } from '@service/foundation/problem.ts'
import { Outdated } from './gpu-taking.ts'
import type { KnownFleet } from './known-fleet.ts'

const mostTries = 8

/**
 * Decides and writes, and does both anew where what was decided on had changed, or where the database broke a circle of
 * transactions. Whatever comes of it, what was taken in memory alone is free again afterwards.
 */
export async function tryAnew<T>(
  fleet: KnownFleet,
  refresh: () => Promise<void>,
  decideAndWrite: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decideAndWrite()
    } catch (error) {
      if (error instanceof Outdated) fleet.adopt(error.rows)
      else if (!isBrokenCircle(error)) throw error
      // What was learnt may not be all: nodes that are gone have no row.
      if (tries > 1) await refresh()
      if (tries === mostTries) {
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
const isBrokenCircle = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'
