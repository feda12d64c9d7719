import type { Metrics } from '../metrics/metrics.ts'
import type { Operation } from './model/record.ts'

export interface IdempotencyMetrics {
  begun(operation: Operation): void
  notBegun(outcome: 'replayed' | 'in_progress' | 'mismatched'): void
}

export function makeIdempotencyMetrics(metrics: Metrics): IdempotencyMetrics {
  const requests = metrics.counter(
    'idempotent_requests_total',
    'Requests with an idempotency key: first ones, resumed after a process died or a try was not final, replayed, refused',
    ['outcome'],
  )
  return {
    begun: ({ resumed }) => requests.inc({ outcome: resumed ? 'resumed' : 'first' }),
    notBegun: (outcome) => requests.inc({ outcome }),
  }
}
