import { type DeploymentStatus, statuses } from './status.ts'

/** Every change of status that there is. One that is not here is never written (`reconcile/record-outcomes.ts`). */
const successors: Record<DeploymentStatus, readonly DeploymentStatus[]> = {
  scheduled: ['provisioning', 'stopping', 'failed'],
  provisioning: ['running', 'stopping', 'failed'],
  running: ['degraded', 'failing_over', 'stopping', 'failed'],
  degraded: ['running', 'failing_over', 'stopping', 'failed'],
  failing_over: ['running', 'stopping', 'failed'], // its hub is lost; id and endpoint stay
  stopping: ['stopped'],
  stopped: [],
  failed: [],
}

export const canBecome = (from: DeploymentStatus, to: DeploymentStatus): boolean => successors[from].includes(to)

/** The statuses in which a deployment can be asked to stop. */
export const stoppable: readonly DeploymentStatus[] = statuses.filter((from) => canBecome(from, 'stopping'))
