import type { Queryable } from '@service/foundation/database/database.ts'
import { appendEvents } from '@service/foundation/webhooks/webhooks.ts'
import { type ConcernedDeployment, findConcerned } from './concerned-store.ts'
import { type AnnouncedStatus, type DeploymentEventData, isAnnounced, newWebhookEvent } from './event-catalogue.ts'
import { insert } from './event-store.ts'
import type { DeploymentEvent } from './model/event.ts'

type Change = DeploymentEvent & { deploymentId: string; status: AnnouncedStatus }

/** Writes events in the transaction that caused them, for customers to read and, where webhooks carry them, to be sent. */
export async function append(tx: Queryable, happened: readonly DeploymentEvent[]): Promise<void> {
  await insert(tx, happened)
  const changes = happened.filter(isChange)
  if (changes.length === 0) return
  const concerned = await findConcerned(
    tx,
    changes.map(({ deploymentId }) => deploymentId),
  )
  await appendEvents(
    tx,
    changes.flatMap((change) => {
      const deployment = concerned.get(change.deploymentId)
      return deployment ? [newWebhookEvent(`deployment.${change.status}`, dataOf(change, deployment), change)] : []
    }),
  )
}

const isChange = (event: DeploymentEvent): event is Change => event.deploymentId !== null && isAnnounced(event.status)

const dataOf = (change: Change, { spec, simulated, cpuOnly }: ConcernedDeployment): DeploymentEventData => ({
  event_id: change.id,
  deployment_id: change.deploymentId,
  name: spec.name,
  labels: spec.labels ?? {},
  status: change.status,
  reason: change.reason,
  message: change.message,
  gpu_type: spec.gpuType,
  count: spec.count,
  hub: change.hubId,
  attempt: change.attempt,
  at: change.at.toISOString(),
  simulated,
  cpu_only: cpuOnly,
})
