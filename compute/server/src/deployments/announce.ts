/**
 * Every change of a deployment is announced to all processes with the commit that makes it: reconcilers look at it, the
 * gateway re-points, and requests that wait for it answer. An announcement may be missed, so nobody depends on it alone.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

/** The payload is the deployment's id. */
export const deploymentsChannel = 'compute_deployments'

export async function announce(tx: Queryable, deploymentIds: readonly string[]): Promise<void> {
  if (deploymentIds.length > 0) await announcing(deploymentIds).execute(tx)
}

/** The statement of `announce`, to end another. */
export const announcing = (deploymentIds: readonly string[]): RawBuilder<unknown> => sql`
  select pg_notify(${deploymentsChannel}, id) from unnest(${deploymentIds}::text[]) as changed (id)`
