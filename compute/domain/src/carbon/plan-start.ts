/**
 * Where and when a run begins that may wait: the site and the hour with the least expected grams, looked at again every
 * hour with what has been learnt meanwhile. Waiting holds no GPU.
 */
import { type Forecast, hourMs, hourOf, hoursInto, meanBetween, runningSums } from './forecast.ts'

/** A place that could take the run: `gramsFactor` × intensity are the grams of one hour (PUE × the GPUs' kW). */
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

/**
 * Nobody begins to wait for less expected gain than this. Who waits already goes on for any gain: the last hours before
 * the best one differ by little, and to start at the first of them gives much of it away.
 */
const leastGain = { toBegin: 0.005, toGoOn: 0.001 }
/** Our own forecast says too little of a whole day: waiting for it makes some zones worse. */
const longRunHours = 24
/** Between the latest start and the deadline lie the run and this much, for images to be pulled. */
const spareMinutes = 15

/** When a run that may be late by `maxDelayHours` has to begin. */
export const latestStart = (requestedAt: Date, maxDelayHours: number): Date =>
  new Date(requestedAt.getTime() + Math.max(0, maxDelayHours * hourMs - spareMinutes * 60_000))

/** Throws `RangeError` without a site. A latest start in the past is now. */
export function planStart(run: {
  now: Date
  latestStart: Date
  durationHours: number
  sites: readonly Site[]
  /** It was told to wait before, and is looked at again. */
  isWaiting?: boolean
}): StartPlan {
  const { durationHours } = run
  const sites = run.sites.map((site) => ({ site, sums: runningSums(site.forecast.values) }))
  const now = best(sites, run.now, durationHours)
  if (!now) throw new RangeError('a run needs a site')
  const start = (because: (StartPlan & { kind: 'start' })['because']): StartPlan => ({
    kind: 'start',
    site: now.site,
    expectedIntensity: now.intensity,
    because,
  })
  if (nextHour(run.now) > run.latestStart) return start('latest-start')

  const foretold =
    durationHours < longRunHours ? sites : sites.filter(({ site }) => site.forecast.method === 'provider')
  let later: { site: Site; intensity: number; grams: number; at: Date } | undefined
  for (let at = nextHour(run.now); at <= run.latestStart; at = nextHour(at)) {
    const found = best(foretold, at, durationHours)
    if (found && (!later || found.grams < later.grams)) later = { ...found, at }
  }
  if (!later) return start('long-run-without-provider')
  if (later.grams >= now.grams) return start('best-now')
  const gain = 1 - later.grams / now.grams
  if (gain < (run.isWaiting ? leastGain.toGoOn : leastGain.toBegin)) return start('gain-too-small')
  return {
    kind: 'wait',
    site: later.site,
    expectedStart: later.at,
    expectedIntensity: later.intensity,
    expectedGain: gain,
    lookAgainAt: nextHour(run.now),
  }
}

const nextHour = (at: Date) => new Date(hourOf(at).getTime() + hourMs)

function best(sites: readonly { site: Site; sums: Float64Array }[], at: Date, durationHours: number) {
  let best: { site: Site; intensity: number; grams: number } | undefined
  for (const { site, sums } of sites) {
    const begin = hoursInto(site.forecast, at)
    const intensity = meanBetween(sums, begin, begin + durationHours)
    const grams = intensity * site.gramsFactor
    if (!best || grams < best.grams) best = { site, intensity, grams }
  }
  return best
}
