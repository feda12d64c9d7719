import type { Reason } from '@service/compute-domain/deployments/status.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { events } from '../events/events.ts'
import { announce } from './announce.ts'
import * as store from './deployment-store.ts'

type Deps = { now: () => Date; newId: NewId }

type Wish = { companyId: string; ids: readonly string[]; reason: Reason; message?: string; actor: Act['actor'] }

/**
 * Marks live deployments of a company as stopping, in the caller's transaction, and returns which those were. The
 * reconciler does the rest. Repeating it changes nothing.
 */
export async function stopDeployments(
  tx: Queryable,
  { now, newId }: Deps,
  { companyId, ids, reason, message, actor }: Wish,
): Promise<string[]> {
  const at = now()
  const stopping = await store.markStopping(tx, companyId, ids, { reason, message: message ?? null, now: at })
  await events.append(
    tx,
    stopping.map((deployment) => ({
      id: newId('evt'),
      companyId,
      deploymentId: deployment.id,
      type: 'stopping',
      status: 'stopping',
      reason,
      message: message ?? null,
      hubId: deployment.hubId,
      attempt: deployment.attempt,
      actor,
      data: null,
      at,
    })),
  )
  const stopped = stopping.map(({ id }) => id)
  await announce(tx, stopped)
  return stopped
}
