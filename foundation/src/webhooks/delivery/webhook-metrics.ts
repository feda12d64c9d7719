import type { Metrics } from '../../metrics/metrics.ts'
import type { DeliveryState } from '../model/delivery.ts'
import type { DueCounts } from './delivery-store.ts'

/** What deliveries tell of themselves to the operator. */
export interface WebhookMetrics {
  /** An attempt is recorded, and this has become of its delivery. */
  attempted(state: DeliveryState): void
  /** From then on the gauges show this, read at each scrape. */
  watch(read: { inFlight: () => number; due: () => Promise<DueCounts>; now: () => Date }): void
}

export function makeWebhookMetrics(metrics: Metrics): WebhookMetrics {
  const attempts = metrics.counter('webhook_attempts_total', 'Attempts of this process that were recorded', ['outcome'])
  const deliveries = metrics.counter(
    'webhook_deliveries_total',
    'Deliveries that this process has ended by an attempt',
    ['outcome'],
  )
  return {
    attempted(state) {
      attempts.inc({ outcome: state === 'succeeded' ? 'succeeded' : 'failed' })
      if (state !== 'pending') deliveries.inc({ outcome: state })
    },
    watch({ inFlight, due, now }) {
      metrics.gauge('webhook_attempts_in_flight', 'Attempts of this process in progress', [], (gauge) =>
        gauge.set(inFlight()),
      )
      const oldest = metrics.gauge(
        'webhook_oldest_due_seconds',
        'How long the oldest delivery that is due has been waiting, in any process',
      )
      const open = metrics.gauge(
        'webhook_breakers_open',
        'Registrations whose receivers fail, so that first attempts are postponed',
      )
      metrics.gauge(
        'webhook_deliveries_due',
        'Deliveries that are due and not in progress, in all processes',
        [],
        async (gauge) => {
          const counted = await due()
          gauge.set(counted.due)
          open.set(counted.breakersOpen)
          oldest.set(counted.oldestDueAt ? (now().getTime() - counted.oldestDueAt.getTime()) / 1_000 : 0)
        },
      )
    },
  }
}
