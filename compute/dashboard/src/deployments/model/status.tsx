import { State, type StateKind } from '@service/ui/state.tsx'
import type { Output } from '../../api/api.ts'

export type Deployment = Output<'getDeployment'>
export type Summary = Output<'listDeployments'>['deployments'][number]
export type Status = Deployment['status']

/** In the order of a deployment's life. */
export const statuses: readonly { status: Status; kind: StateKind; words: string }[] = [
  { status: 'scheduled', kind: 'moving', words: 'waits for its start' },
  { status: 'provisioning', kind: 'moving', words: 'is being started' },
  { status: 'running', kind: 'good', words: 'runs' },
  { status: 'degraded', kind: 'warn', words: 'runs, but is unhealthy' },
  { status: 'failing_over', kind: 'moving', words: 'moves to another hub' },
  { status: 'stopping', kind: 'moving', words: 'is being stopped' },
  { status: 'stopped', kind: 'off', words: 'has been stopped' },
  { status: 'failed', kind: 'bad', words: 'has failed' },
]

const factsOf = (status: string) => statuses.find((one) => one.status === status)

/** Icon and the API's own word. */
export const StatusState = ({ status }: { status: string }) => (
  <State kind={factsOf(status)?.kind ?? 'info'}>{status}</State>
)

export const statusWords = (status: string): string => factsOf(status)?.words ?? status

/** On its way from one status to the next: its screen asks more often. */
export const isMoving = ({ status }: { status: string }): boolean =>
  status === 'provisioning' || status === 'failing_over' || status === 'stopping'

export const hasEnded = (status: string): boolean => status === 'stopped' || status === 'failed'

/** Why it stands there, in a sentence; the API's own word for what is not known here. */
const reasons: Readonly<Record<string, string>> = {
  pulling: 'Its image is being pulled.',
  starting: 'Its container is starting.',
  no_capacity: 'No hub has enough free GPUs. It starts once one has.',
  no_feasible_hub: 'No hub meets its requirements.',
  engine_unreachable: 'Its hub does not respond.',
  start_timeout: 'Its container did not start in time.',
  pull_timeout: 'Its image could not be pulled in time.',
  hub_lost: 'Its hub was lost.',
  instance_gone: 'Its container disappeared.',
  image_pull_failed: 'Its image could not be pulled.',
  image_not_found: 'No registry has its image.',
  image_denied: 'The registry refused its image: it needs a login.',
  image_malformed: 'Its image cannot be read.',
  container_start_failed: 'Its container could not be started.',
  attempts_exhausted: 'All attempts are used up.',
  crash_loop: 'Its container kept ending.',
  out_of_memory: 'Its container exceeded its memory limit.',
  exit_code: 'Its container ended with an error.',
  probe_failing: 'Its port does not respond.',
  user: 'Somebody in your company stopped it.',
  deleted: 'It was deleted.',
  max_lifetime: 'It reached its maximum lifetime.',
  quota_exhausted: 'The GPU-hours of the month are used.',
  completed: 'Its container ended by itself, without an error.',
}

export const reasonWords = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')
