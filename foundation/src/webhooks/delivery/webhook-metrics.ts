import type { Metrics } from '../../metrics/metrics.ts'
import type { DeliveryState } from '../model/delivery.ts'
import type { DueCounts } from './delivery-store.ts'

/** What deliveries tell of themselves to whoever watches the service. */
export interface WebhookMetrics {
  /** An attempt is recorded, and this has become of its delivery. */
  attempted(state: DeliveryState): void
  /** From then on the gauges show this, read at each scrape. */
  watch(read: { inFlight: () => number; due: () => Promise<DueCounts>; now: () => Date }): void
}

export function makeWebhookMetrics(metrics: Metrics): WebhookMetrics {
  const attempts = metrics.counter({
    name: 'webhook_attempts_total',
    help: 'Attempts of this process that were recorded',
    labels: ['outcome'],
  })
  const deliveries = metrics.counter({
    name: 'webhook_deliveries_total',
    help: 'Deliveries that this process has ended by an attempt',
    labels: ['outcome'],
  })
  return {
    attempted(state) {
      attempts.inc({ outcome: state === 'succeeded' ? 'succeeded' : 'failed' })
      if (state !== 'pending') deliveries.inc({ outcome: state })
    },
    watch({ inFlight, due, now }) {
      metrics.gauge({ name: 'webhook_attempts_in_flight', help: 'Attempts of this process under way' }, (gauge) =>
        gauge.set(inFlight()),
      )
      const oldest = metrics.gauge({
        name: 'webhook_oldest_due_seconds',
        help: 'How long the oldest delivery that is due has been waiting, in any process',
      })
      const open = metrics.gauge({
        name: 'webhook_breakers_open',
        help: 'Registrations whose receivers fail, so that first attempts are held back',
      })
      metrics.gauge(
        { name: 'webhook_deliveries_due', help: 'Deliveries that are due and not under way, in all processes' },
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
