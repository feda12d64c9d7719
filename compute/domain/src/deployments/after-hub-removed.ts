/**
 * What becomes of a deployment whose hub has been written off: its engine is asked nothing any more. A service goes
 * elsewhere; a job, which may have begun there, is not begun again.
 */
import { type DeploymentStatus, isUp, type Reason } from './status.ts'

export type WrittenOff = { status: DeploymentStatus; reason: Reason; message: string | null }

export function afterHubRemoved({
  status,
  reason,
  job,
}: {
  status: DeploymentStatus
  reason: Reason | null
  job: boolean
}): WrittenOff {
  if (status === 'stopping') {
    // While its hub was waited for, that stood in place of who had asked for the stop.
    const asked = reason === null || reason === 'engine_unreachable' ? 'user' : reason
    return { status: 'stopped', reason: asked, message: null }
  }
  if (job) {
    const message = 'Its hub was removed from the installation. A job is not begun again elsewhere.'
    return { status: 'failed', reason: 'hub_lost', message }
  }
  const message = 'Its hub was removed from the installation.'
  return { status: isUp(status) ? 'failing_over' : status, reason: 'hub_lost', message }
}
