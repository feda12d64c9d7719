import type { DeploymentStatus } from './status.ts'

/** Every change of status that there is. What is not here never happens, whoever asks. */
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

/** Those it can still be asked to stop from. */
export const canStop = (from: DeploymentStatus): boolean => canBecome(from, 'stopping')
