import type { Metrics } from '@service/foundation/metrics/metrics.ts'

/** The metrics of the gateway. */
export interface GatewayMetrics {
  /** A deployment has begun to respond. */
  responded(status: number, ms: number): void
  /** The gateway itself has responded. */
  refused(code: string): void
  /** A connection was closed for want of room. */
  dropped(why: 'waiting' | 'full'): void
  /** From then on the gauges show this, read at each scrape. */
  watch(read: { exchanges: () => number; connections: () => number; certificateExpiresMs?: () => number }): void
}

export function makeGatewayMetrics(metrics: Metrics): GatewayMetrics {
  const responses = metrics.histogram(
    'gateway_response_seconds',
    'Time from the arrival of a request to the beginning of the deployment’s response, in seconds',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    ['status'],
  )
  const refusals = metrics.counter('gateway_refusals_total', 'Requests that the gateway refused', ['code'])
  const drops = metrics.counter(
    'gateway_dropped_connections_total',
    'Connections closed because too many waited, or there was no room for another',
    ['why'],
  )
  return {
    responded: (status, ms) => responses.observe({ status: `${Math.floor(status / 100)}xx` }, ms / 1_000),
    refused: (code) => refusals.inc({ code }),
    dropped: (why) => drops.inc({ why }),
    watch({ exchanges, connections, certificateExpiresMs }) {
      metrics.gauge('gateway_requests_in_flight', 'Requests and WebSockets in progress', [], (gauge) =>
        gauge.set(exchanges()),
      )
      metrics.gauge('gateway_connections', 'Connections of callers', [], (gauge) => gauge.set(connections()))
      if (certificateExpiresMs)
        metrics.gauge(
          'gateway_certificate_expiry_timestamp_seconds',
          'When the certificate of the gateway expires, in seconds since 1970',
          [],
          (gauge) => gauge.set(certificateExpiresMs() / 1_000),
        )
    },
  }
}
