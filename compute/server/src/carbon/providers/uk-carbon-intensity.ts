/**
 * The open service of the National Energy System Operator for Great Britain: half-hours, a forecast of two days, no key.
 * It counts what generating emits, imports included, but not the building of power stations: its scope is `direct`.
 */
import { hourMs, hourOf } from '@service/compute-domain/time/time.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import Type from 'typebox'
import { hourlyMeans, hoursFrom } from './hourly-means.ts'
import type { HourReading, Provider } from './provider.ts'
import { readJson } from './read-json.ts'
import { readTime } from './read-time.ts'

const Grams = Type.Union([Type.Number({ minimum: 0, maximum: 5_000 }), Type.Null()])
const Intensities = Type.Object({
  data: Type.Array(Type.Object({ from: Type.String(), intensity: Type.Object({ forecast: Grams, actual: Grams }) })),
})
const Mixes = Type.Object({
  data: Type.Array(
    Type.Object({
      from: Type.String(),
      generationmix: Type.Array(Type.Object({ fuel: Type.String(), perc: Type.Number() })),
    }),
  ),
})
/** As Electricity Maps counts them. */
const renewables = new Set(['biomass', 'hydro', 'solar', 'wind'])
const hoursBack = 24
const hoursOn = 48

const who = 'The UK’s carbon intensity service'

export function makeUkCarbonIntensity({
  outbound,
  address = 'https://api.carbonintensity.org.uk',
}: {
  outbound: Pick<Outbound, 'get'>
  address?: string
}): Provider {
  return {
    source: 'uk-carbon-intensity',
    covers: (zone) => zone === 'GB',
    async fetch(_zone, now) {
      const from = stamp(now, -hoursBack)
      const [intensities, mixes] = await Promise.all([
        readJson(outbound, { who, url: `${address}/intensity/${from}/${stamp(now, hoursOn)}`, schema: Intensities }),
        readJson(outbound, { who, url: `${address}/generation/${from}/${stamp(now, 1)}`, schema: Mixes }),
      ])
      const halves = intensities.data.flatMap(({ from, intensity: { actual, forecast } }) => {
        const value = actual ?? forecast
        return value === null ? [] : [{ at: readTime(who, from), value, isForecast: actual === null }]
      })
      const means = hourlyMeans(halves)
      const estimated = new Set(halves.flatMap(({ at, isForecast }) => (isForecast ? [hourOf(at).getTime()] : [])))
      const shares = hourlyMeans(
        mixes.data.map(({ from, generationmix }) => ({
          at: readTime(who, from),
          value: generationmix.reduce((sum, { fuel, perc }) => sum + (renewables.has(fuel) ? perc : 0), 0),
        })),
      )
      const hours = hoursFrom(means, now)
      return {
        readings: [...means]
          .filter(([hour]) => hour <= now.getTime())
          .map(
            ([hour, gco2Kwh]): HourReading => ({
              hour: new Date(hour),
              gco2Kwh,
              renewablePercentage: shares.get(hour) ?? null,
              estimated: estimated.has(hour),
            }),
          ),
        forecast: hours && { ...hours, issuedAt: now },
      }
    },
  }
}

/** The start of the hour so many hours from now, as its addresses want it: `2026-11-20T10:00Z`. */
const stamp = (now: Date, hours: number): string =>
  `${new Date(hourOf(now).getTime() + hours * hourMs).toISOString().slice(0, 16)}Z`
