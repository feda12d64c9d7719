/**
 * Where and when a run begins that may wait: the hour and the site with the least expected grams, looked at again every
 * hour with what has been learnt meanwhile. Waiting holds no GPU.
 */
import { type Forecast, hourOf, meanOver } from './forecast.ts'

/** A place that could take the run: `gramsFactor` × intensity are the grams of one hour (PUE × the GPU's kW, say). */
export type Site = { id: string; gramsFactor: number; forecast: Forecast }

export type StartPlan =
  | {
      kind: 'start'
      site: Site
      /** gCO2eq/kWh, the mean over the run. */
      expectedIntensity: number
      because: 'best-now' | 'gain-too-small' | 'latest-start' | 'long-run-without-provider'
    }
  | {
      kind: 'wait'
      /** Where it would start as things look now. */
      site: Site
      expectedStart: Date
      expectedIntensity: number
      /** Share of the grams of starting now, in (0, 1). */
      expectedGain: number
      lookAgainAt: Date
    }

/** Less expected gain than this is no reason to wait: forecasts err by more. */
const leastGain = 0.03
/** Our own forecast says too little of a whole day: waiting for it made some zones worse. */
const longRunHours = 24
/** Between the latest start and the deadline lies the run and this much, for images to be pulled. */
const spareMinutes = 15
const hourMs = 3_600_000

/** When a run that may be late by `maxDelayHours` has to begin. */
export const latestStart = (requestedAt: Date, maxDelayHours: number): Date =>
  new Date(Math.max(requestedAt.getTime(), requestedAt.getTime() + maxDelayHours * hourMs - spareMinutes * 60_000))

/**
 * Throws `RangeError` without a site. A latest start in the past is now.
 */
export function planStart(run: {
  now: Date
  latestStart: Date
  durationHours: number
  sites: readonly Site[]
}): StartPlan {
  const now = best(run.sites, run.now, run.durationHours)
  if (!now) throw new RangeError('a run needs a site')
  const start = (because: (StartPlan & { kind: 'start' })['because']): StartPlan => ({
    kind: 'start',
    site: now.site,
    expectedIntensity: now.intensity,
    because,
  })
  const sites = run.durationHours < longRunHours ? run.sites : run.sites.filter(isProviders)
  let later: (typeof now & { at: Date }) | undefined
  for (let at = nextHour(run.now); at <= run.latestStart; at = nextHour(at)) {
    const found = best(sites, at, run.durationHours)
    if (found && (!later || found.grams < later.grams)) later = { ...found, at }
  }
  if (nextHour(run.now) > run.latestStart) return start('latest-start')
  if (!later) return start('long-run-without-provider')
  if (later.grams >= now.grams) return start('best-now')
  if (later.grams > now.grams * (1 - leastGain)) return start('gain-too-small')
  return {
    kind: 'wait',
    site: later.site,
    expectedStart: later.at,
    expectedIntensity: later.intensity,
    expectedGain: 1 - later.grams / now.grams,
    lookAgainAt: nextHour(run.now),
  }
}

const isProviders = ({ forecast }: Site) => forecast.method === 'provider'
const nextHour = (at: Date) => new Date(hourOf(at).getTime() + hourMs)

function best(sites: readonly Site[], at: Date, durationHours: number) {
  let best: { site: Site; intensity: number; grams: number } | undefined
  for (const site of sites) {
    const intensity = meanOver(site.forecast, at, durationHours)
    const grams = intensity * site.gramsFactor
    if (!best || grams < best.grams) best = { site, intensity, grams }
  }
  return best
}
