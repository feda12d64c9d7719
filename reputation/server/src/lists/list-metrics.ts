import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import type { ListStatus } from './list-status.ts'
import type { RefusalCode } from './model/refusal.ts'

/** What the lists report to the operator's monitoring. */
export interface ListMetrics {
  /** The authority's list was seen and is in the database, changed or not. */
  refreshed(list: ListId, at: Date): void
  refused(list: ListId, code: RefusalCode): void
  compiled(milliseconds: number): void
  /** From then on the gauges show this, read at each scrape. */
  watch(status: () => readonly ListStatus[], now: () => Date): void
}

export function makeListMetrics(metrics: Metrics): ListMetrics {
  const lastSuccess = metrics.gauge(
    'lists_last_success_timestamp_seconds',
    'Time of the last successful refresh of the list by this process, whether it changed or not',
    ['list'],
  )
  const refusals = metrics.counter('lists_refresh_failures_total', 'Refreshes by this process that failed', [
    'list',
    'reason',
  ])
  const compile = metrics.gauge('lists_compile_seconds', 'Time of the last compilation of the index')
  return {
    refreshed: (list, at) => lastSuccess.set({ list }, at.getTime() / 1000),
    refused: (list, reason) => refusals.inc({ list, reason }),
    compiled: (milliseconds) => compile.set(milliseconds / 1000),
    watch(status, now) {
      const gauges = {
        lists_entries: ['Entries of the list in use', (one: ListStatus) => one.entries],
        lists_stale: ['1 while the list may be out of date', (one: ListStatus) => Number(one.stale)],
        lists_loaded: ['1 while the list can be screened against', (one: ListStatus) => Number(one.loaded)],
        lists_age_seconds: [
          'Time since any process last saw the list at its source',
          (one: ListStatus) =>
            one.fetchedAt === null ? Number.NaN : (now().getTime() - Date.parse(one.fetchedAt)) / 1000,
        ],
      } as const
      for (const [name, [help, value]] of Object.entries(gauges)) {
        metrics.gauge(name, help, ['list'], (gauge) => {
          for (const one of status()) gauge.set({ list: one.list }, value(one))
        })
      }
    },
  }
}
