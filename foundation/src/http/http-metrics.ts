import type { Histogram } from '@prometheus-io/client'
import type { Metrics } from '../metrics/metrics.ts'

type Series = 'method' | 'route' | 'status'

/** How long requests take, by route pattern: an unknown path counts as `unmatched`, so nobody can invent series. */
export function makeHttpMetrics(metrics: Metrics) {
  const durations = metrics.histogram<Series>(
    'http_request_duration_seconds',
    'Time from the arrival of a request to the end of its response, in seconds.',
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ['method', 'route', 'status'],
  )
  return {
    /** The observer of one route. It keeps its series by status, so that no labels are assembled for each request. */
    ofRoute(method: string, route: string): (status: number, ms: number) => void {
      const byStatus = new Map<number, Histogram.Internal<Series>>()
      return (status, ms) => {
        let series = byStatus.get(status)
        if (!series) {
          series = durations.labels({ method, route, status })
          byStatus.set(status, series)
        }
        series.observe(ms / 1000)
      }
    },
  }
}
export type HttpMetrics = ReturnType<typeof makeHttpMetrics>
