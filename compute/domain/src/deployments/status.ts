/** What a customer reads of a deployment: one word for where it stands, and one for why. */
export const statuses = [
  'scheduled',
  'provisioning',
  'running',
  'degraded',
  'failing_over',
  'stopping',
  'stopped',
  'failed',
] as const

export type DeploymentStatus = (typeof statuses)[number]

/** Why it stands there. */
export const reasons = [
  // On the way
  'pulling',
  'starting',
  'no_capacity',
  'no_feasible_hub',
  'engine_unreachable',
  // What ended an attempt, and, where no other attempt makes sense, the deployment
  'start_timeout',
  'pull_timeout',
  'hub_lost',
  'instance_gone',
  'image_pull_failed',
  'image_not_found',
  'image_denied',
  'image_malformed',
  'container_start_failed',
  'attempts_exhausted',
  'crash_loop',
  'out_of_memory',
  'exit_code',
  'probe_failing',
  // Asked for
  'user',
  'deleted',
  'max_lifetime',
  'quota_exhausted',
  'completed',
] as const

export type Reason = (typeof reasons)[number]

export const hasEnded = (status: DeploymentStatus): status is 'stopped' | 'failed' =>
  status === 'stopped' || status === 'failed'

/** Reached through its endpoint, and metered. */
export const isUp = (status: DeploymentStatus): status is 'running' | 'degraded' =>
  status === 'running' || status === 'degraded'
