import type { Reason } from '@service/compute-domain/deployments/status.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { Outcome } from './outcome.ts'

/** What the control plane tells of its work to whoever watches it. */
export type ControlMetrics = {
  recorded(outcome: Outcome): void
  /** From the claim until it was given back. */
  worked(seconds: number): void
  orphansRemoved(count: number): void
  /** Instances that ran although another attempt had taken over, or their deployment had ended. */
  fenced(count: number): void
}

export function makeControlMetrics(metrics: Metrics): ControlMetrics {
  const toRunning = metrics.histogram({
    name: 'time_to_running_seconds',
    help: 'From the reservation of GPUs until the deployment runs',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_200],
  })
  const working = metrics.histogram({
    name: 'reconcile_seconds',
    help: 'How long a deployment is worked on at a time',
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 300, 1_200],
  })
  const left = metrics.counter({
    name: 'attempts_left_total',
    help: 'Attempts given up for another hub before they ran',
    labels: ['cause'],
  })
  const failovers = metrics.counter({
    name: 'failovers_total',
    help: 'Running deployments that had to go elsewhere',
    labels: ['cause'],
  })
  const ended = metrics.counter({
    name: 'deployments_ended_total',
    help: 'Deployments that have ended, by status and reason',
    labels: ['status', 'reason'],
  })
  const orphans = metrics.counter({ name: 'orphans_deleted_total', help: 'Instances removed that nobody knew of' })
  const fenced = metrics.counter({
    name: 'superseded_deleted_total',
    help: 'Instances removed because another attempt had taken over, or their deployment had ended',
  })
  return {
    recorded({ claim, status, reason, allocations, event, at }) {
      const cause = (reason ?? 'unknown') satisfies Reason | 'unknown'
      if (event?.type === 'attempt_left') left.inc({ cause })
      if (status === claim.status) return
      const reservedAt = allocations.at(-1)?.reservedAt
      if (status === 'running' && claim.status !== 'degraded' && reservedAt) {
        toRunning.observe(Math.max(0, at.getTime() - reservedAt.getTime()) / 1_000)
      }
      if (status === 'failing_over') failovers.inc({ cause })
      if (status === 'stopped' || status === 'failed') ended.inc({ status, reason: cause })
    },
    worked: (seconds) => working.observe(seconds),
    orphansRemoved: (count) => orphans.inc(count),
    fenced: (count) => fenced.inc(count),
  }
}
