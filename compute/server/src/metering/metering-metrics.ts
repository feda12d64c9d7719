import { type MeteredRun, meteredUntilMs } from '@service/compute-domain/metering/metered-run.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { Admission } from './admit.ts'
import type { RunChange } from './segment-store.ts'

/** The meter's figures, for the operator's monitoring. */
export interface MeteringMetrics {
  counted(changes: readonly RunChange[]): void
  admitted(admissions: readonly Admission[]): void
  stopped(deployments: number): void
}

export function makeMeteringMetrics(metrics: Metrics): MeteringMetrics {
  const labels = ['kind'] as const
  const gpuSeconds = metrics.counter('gpu_seconds_total', 'GPU time that this process has counted', labels)
  const grams = metrics.counter('grams_total', 'Emissions of that time, in grams of CO2-equivalent', labels)
  const avoided = metrics.counter(
    'grams_avoided_total',
    'Emissions avoided in comparison with the cheapest hubs, in grams of CO2-equivalent',
    labels,
  )
  const denied = metrics.counter(
    'quota_denied_total',
    'Deployments that this process has refused because no GPU-hours were left',
  )
  const stopped = metrics.counter(
    'quota_stopped_total',
    'Deployments that this process has stopped because no GPU-hours were left',
  )
  return {
    counted(changes) {
      for (const { before, after } of changes) {
        const kind = { kind: before.simulated ? 'simulated' : 'real' }
        const seconds = ((meteredUntilMs(after) - meteredUntilMs(before.metered)) / 1_000) * before.gpus
        const added = (amount: 'grams' | 'avoidedGrams') => total(after, amount) - total(before.metered, amount)
        // A counter only grows: neither a correction for a run that ended sooner, nor negative savings, are taken off.
        gpuSeconds.inc(kind, Math.max(0, seconds))
        grams.inc(kind, Math.max(0, added('grams')))
        avoided.inc(kind, Math.max(0, added('avoidedGrams')))
      }
    },
    admitted(admissions) {
      denied.inc(admissions.filter(({ admitted }) => !admitted).length)
    },
    stopped: (deployments) => stopped.inc(deployments),
  }
}

const total = ({ segments }: MeteredRun, amount: 'grams' | 'avoidedGrams'): number =>
  segments.reduce((sum, segment) => sum + segment[amount], 0)
