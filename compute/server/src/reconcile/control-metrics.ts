import type { Reason } from '@service/compute-domain/deployments/status.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { Outcome } from './outcome.ts'

/** The metrics of the control plane. */
export type ControlMetrics = {
  recorded(outcome: Outcome): void
  /** From the claim until it was given back. */
  worked(seconds: number): void
  orphansRemoved(count: number): void
  /** Instances that ran although another attempt had taken over, or their deployment had ended. */
  fenced(count: number): void
}

export function makeControlMetrics(metrics: Metrics): ControlMetrics {
  const toRunning = metrics.histogram(
    'time_to_running_seconds',
    'From the reservation of GPUs until the deployment runs',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_200],
  )
  const working = metrics.histogram(
    'reconcile_seconds',
    'Time of one reconciliation of a deployment',
    [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 300, 1_200],
  )
  const left = metrics.counter('attempts_left_total', 'Attempts abandoned for another hub before they ran', ['cause'])
  const failovers = metrics.counter('failovers_total', 'Running deployments that failed over to another hub', ['cause'])
  const ended = metrics.counter('deployments_ended_total', 'Deployments that have ended, by status and reason', [
    'status',
    'reason',
  ])
  const orphans = metrics.counter('orphans_deleted_total', 'Orphaned instances removed')
  const fenced = metrics.counter(
    'superseded_deleted_total',
    'Instances removed because another attempt had taken over, or their deployment had ended',
  )
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
