import type { DeploymentStatus, Reason } from '@service/compute-domain/deployments/status.ts'
import { type Act, actorText, type System, system } from '@service/foundation/identity/model/actor.ts'

/** Something that happened to a deployment, or to a company as a whole where `deploymentId` is null. */
export type DeploymentEvent = {
  id: string
  companyId: string
  deploymentId: string | null
  /** A status for what changed it, else a word of its own, as `attempt_left` or `quota_warning`. */
  type: string
  status: DeploymentStatus | null
  reason: Reason | null
  message: string | null
  hubId: string | null
  attempt: number | null
  /** Who caused it; null where an earlier release noted only that somebody of the company did. */
  actor: Act['actor'] | null
  data: unknown
  at: Date
}

/** Who caused an event, as it is stored and shown: the service itself, or somebody of the company, by name where known. */
export const causeOf = ({
  actor,
}: Pick<DeploymentEvent, 'actor'>): { actor: System | 'user'; caused_by: string | null } => ({
  actor: actor === system ? system : 'user',
  caused_by: actor === null || actor === system ? null : actorText(actor),
})
