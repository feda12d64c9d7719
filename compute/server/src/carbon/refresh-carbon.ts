/**
 * Asks each provider for each zone that it covers, a few at a time, and stores what is new. A zone or provider that fails does
 * not hold up the others; a provider that refuses access is not asked again in the same run.
 */
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import * as store from './carbon-store.ts'
import { type Fetched, type Provider, ProviderFailure } from './providers/provider.ts'

export type RefreshDeps = {
  db: Database
  now: () => Date
  log: Logger
  providers: readonly Provider[]
  zones: readonly string[]
}

/** What was done, by source. */
export type RefreshReport = Record<string, { zones: number; failed: number; changed: number }>

const sideBySide = 4
const refusals = [401, 402, 403, 429]

/** Throws when no provider had data for any zone. */
export async function refreshCarbon(deps: RefreshDeps, stop: AbortSignal): Promise<RefreshReport> {
  const reports = await Promise.all(
    deps.providers.map(async (provider) => [provider.source, await refreshOf(provider, deps, stop)] as const),
  )
  const asked = reports.filter(([, { zones }]) => zones > 0)
  if (asked.length > 0 && !stop.aborted && asked.every(([, { zones, failed }]) => failed === zones)) {
    throw new Error('no provider of carbon intensities could be reached')
  }
  return Object.fromEntries(reports)
}

async function refreshOf(provider: Provider, { db, now, log, zones }: RefreshDeps, stop: AbortSignal) {
  const waiting = zones.filter((zone) => provider.covers(zone))
  const report = { zones: waiting.length, failed: 0, changed: 0 }
  let refused = false

  async function work(): Promise<void> {
    for (let zone = waiting.shift(); zone !== undefined && !stop.aborted; zone = waiting.shift()) {
      try {
        if (refused) report.failed++
        else report.changed += await save(zone, await provider.fetch(zone, now()))
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        report.failed++
        refused ||= refusals.includes(error.status ?? 0)
        log.warn({ source: provider.source, zone, reason: error.message }, 'a carbon intensity could not be fetched')
      }
    }
  }

  async function save(zone: string, { readings, forecast }: Fetched): Promise<number> {
    const { source } = provider
    const of = { source, zone }
    return db.transaction(async (tx) => {
      const changed = await store.saveReadings(
        tx,
        readings.map((reading) => ({ ...of, ...reading })),
        now(),
      )
      if (forecast) await store.saveForecast(tx, { ...of, ...forecast }, now())
      if (changed > 0 || forecast) await store.announce(tx)
      return changed
    })
  }

  await Promise.all(Array.from({ length: sideBySide }, work))
  return report
}
