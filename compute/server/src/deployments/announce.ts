/**
 * Every change of a deployment is announced to all processes with the commit that makes it: reconcilers work on it, the
 * gateway updates its route, and waiting requests end. An announcement may be lost, so every listener also polls.
 */
import type { Queryable } from '@service/foundation/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

/** The payload is the deployment's id. */
export const deploymentsChannel = 'compute_deployments'

export async function announce(tx: Queryable, deploymentIds: readonly string[]): Promise<void> {
  if (deploymentIds.length > 0) await announcing(deploymentIds).execute(tx)
}

/** The statement of `announce`, to be the last part of another. */
export const announcing = (deploymentIds: readonly string[]): RawBuilder<unknown> => sql`
  select pg_notify(${deploymentsChannel}, id) from unnest(${deploymentIds}::text[]) as changed (id)`
