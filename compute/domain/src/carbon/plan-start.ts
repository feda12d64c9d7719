/**
 * Where and when a run that may wait begins: at the site and in the hour with the least expected grams. While it waits, it is
 * planned again every hour, on the forecasts of then. Waiting holds no GPU.
 */
import { hourMs, hourOf } from '../time/time.ts'
import { type Forecast, hoursInto, meanBetween, runningSums } from './forecast.ts'

/** A place that could take the run: `gramsFactor` × intensity are the grams of one hour (PUE × the GPUs' kW). */
export type Site = {
  id: string
  gramsFactor: number
  forecast: Forecast
  /** Whether room is expected for a run that begins then; absent, there always is. */
  hasRoom?: (start: Date) => boolean
  /** Grams that others emit more if it takes the room then (`slot-prices.ts`); absent, there is room for all. */
  price?: (start: Date) => number
}

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
      /** Where it is expected to start. */
      site: Site
      expectedStart: Date
      expectedIntensity: number
      /** Share of the grams of starting now, in [0, 1); 0 where it waits for room alone. */
      expectedGain: number
      recheckAt: Date
    }

/**
 * The expected gain that a run begins to wait for, and the smaller one that it goes on waiting for: the last hours before the
 * best one differ by little, and to start at the first of them would give much of the gain away.
 */
const minGain = { toBegin: 0.005, toGoOn: 0.001 }
/** The forecast from history is good for some days only, so longer runs do not wait for it. */
const maxForecastHours = 72
/** Between the latest start and the deadline lie the run and this much, for images to be pulled. */
const spareMinutes = 15

/** When a run that may be late by `maxDelayHours` has to begin. */
export const latestStart = (requestedAt: Date, maxDelayHours: number): Date =>
  new Date(requestedAt.getTime() + Math.max(0, maxDelayHours * hourMs - spareMinutes * 60_000))

/**
 * Throws `RangeError` without a site. A latest start in the past is now. Where no site has room now, nor is expected to in
 * time, the plan is to start: the placement that follows then refuses for lack of room.
 */
export function planStart(run: {
  now: Date
  latestStart: Date
  durationHours: number
  sites: readonly Site[]
  /** Whether an earlier plan had it wait. */
  isWaiting?: boolean
}): StartPlan {
  const { sites, durationHours } = run
  const now = best(sites, run.now, durationHours, true)
  const anyway = now ?? best(sites, run.now, durationHours, false)
  if (!anyway) throw new RangeError('a run needs a site')
  const start = (because: (StartPlan & { kind: 'start' })['because']): StartPlan => ({
    kind: 'start',
    site: anyway.site,
    expectedIntensity: anyway.intensity,
    because,
  })
  if (nextHour(run.now) > run.latestStart) return start('latest-start')

  const withForecast =
    durationHours <= maxForecastHours ? sites : sites.filter(({ forecast }) => forecast.method === 'provider')
  let later: (Option & { at: Date }) | undefined
  for (let at = nextHour(run.now); at <= run.latestStart; at = nextHour(at)) {
    const found = best(now ? withForecast : sites, at, durationHours, true)
    if (found && (!later || found.cost < later.cost)) later = { ...found, at }
  }
  if (!later) return start(withForecast.length === 0 ? 'long-run-without-provider' : 'best-now')
  const gain = 1 - later.cost / anyway.cost
  if (now && gain <= 0) return start('best-now')
  if (now && gain < (run.isWaiting ? minGain.toGoOn : minGain.toBegin)) return start('gain-too-small')
  return {
    kind: 'wait',
    site: later.site,
    expectedStart: later.at,
    expectedIntensity: later.intensity,
    expectedGain: Math.max(0, 1 - later.grams / anyway.grams),
    recheckAt: nextHour(run.now),
  }
}

const nextHour = (at: Date) => new Date(hourOf(at).getTime() + hourMs)

/** `grams` are the run's own, an hour; `cost` includes those that others emit more because of it. */
type Option = { site: Site; intensity: number; grams: number; cost: number }

function best(sites: readonly Site[], at: Date, durationHours: number, withRoom: boolean): Option | undefined {
  let best: Option | undefined
  for (const site of sites) {
    const begin = hoursInto(site.forecast, at)
    const intensity = meanBetween(sumsOf(site.forecast), begin, begin + durationHours)
    const grams = intensity * site.gramsFactor
    const cost = grams + (site.price?.(at) ?? 0) / durationHours
    if (best && cost >= best.cost) continue
    if (!withRoom || !site.hasRoom || site.hasRoom(at)) best = { site, intensity, grams, cost }
  }
  return best
}

/** Running sums by the values of a forecast, which is used many times within its hour. */
const sumsOfForecasts = new WeakMap<Float64Array, Float64Array>()

function sumsOf({ values }: Forecast): Float64Array {
  const known = sumsOfForecasts.get(values)
  if (known) return known
  const sums = runningSums(values)
  sumsOfForecasts.set(values, sums)
  return sums
}
