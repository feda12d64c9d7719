/** When a deployment that has begun to run is stopped, however it is: the customer's limit, or the operator's if that is earlier. */
import type { Limits } from './limits.ts'
import type { DeploymentSpec } from './spec.ts'
import { after } from './waiting.ts'

const hourMs = 3_600_000

/** Undefined without a limit, and before it has run: waiting and pulling are not counted. */
export function lifetimeEnd(
  { runningAt, maxLifetimeMs }: { runningAt: Date | null; maxLifetimeMs: number | null },
  { lifetimeMs }: Pick<Limits, 'lifetimeMs'>,
): Date | undefined {
  const shortest = Math.min(maxLifetimeMs ?? Number.POSITIVE_INFINITY, lifetimeMs ?? Number.POSITIVE_INFINITY)
  return runningAt && Number.isFinite(shortest) ? after(runningAt, shortest) : undefined
}

/** Null without a limit of its own. */
export const maxLifetimeMsOf = ({ maxLifetimeHours = null }: DeploymentSpec): number | null =>
  maxLifetimeHours === null ? null : maxLifetimeHours * hourMs
