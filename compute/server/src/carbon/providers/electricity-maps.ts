/**
 * Electricity Maps, version 3 of its API: intensities of consumption, life-cycle, imports traced; hourly. What a key may
 * ask for depends on its plan: the last 24 hours as a rule, forecasts and shares of renewables not always.
 */
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import Type, { type TSchema } from 'typebox'
import { hourlyMeans, hoursFrom } from './hourly-means.ts'
import { type HourReading, type Provider, ProviderFailure } from './provider.ts'
import { readJson } from './read-json.ts'
import { readTime } from './read-time.ts'

const Intensity = Type.Union([Type.Number({ minimum: 0, maximum: 5_000 }), Type.Null()])
const History = Type.Object({
  history: Type.Array(
    Type.Object({
      datetime: Type.String(),
      carbonIntensity: Intensity,
      isEstimated: Type.Optional(Type.Boolean()),
      emissionFactorType: Type.Optional(Type.String()),
    }),
  ),
})
const Breakdown = Type.Object({
  history: Type.Array(
    Type.Object({
      datetime: Type.String(),
      renewablePercentage: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()]),
    }),
  ),
})
const Forecast = Type.Object({
  forecast: Type.Array(Type.Object({ datetime: Type.String(), carbonIntensity: Intensity })),
  updatedAt: Type.Optional(Type.String()),
})

const who = 'Electricity Maps'

export function makeElectricityMaps({
  outbound,
  key,
  address = 'https://api.electricitymaps.com/v3',
}: {
  outbound: Pick<Outbound, 'get'>
  key: string
  address?: string
}): Provider {
  const ask = <Schema extends TSchema>(path: string, query: Record<string, string>, schema: Schema) =>
    readJson(outbound, {
      who,
      url: `${address}/${path}?${new URLSearchParams(query)}`,
      headers: { 'auth-token': key },
      schema,
    })

  return {
    source: 'electricity-maps',
    covers: () => true,
    async fetch(zone, now) {
      const { history } = await ask('carbon-intensity/history', { zone, emissionFactorType: 'lifecycle' }, History)
      if (history.some(({ emissionFactorType = 'lifecycle' }) => emissionFactorType !== 'lifecycle')) {
        throw new ProviderFailure('Electricity Maps responded with another scope than asked for')
      }
      const renewables = await unlessRefused(ask('power-breakdown/history', { zone }, Breakdown))
      const shares = new Map(renewables?.history.map((one) => [Date.parse(one.datetime), one.renewablePercentage]))
      const forecast = await unlessRefused(ask('carbon-intensity/forecast', { zone, horizonHours: '72' }, Forecast))
      const means = hourlyMeans(
        forecast?.forecast.flatMap(({ datetime, carbonIntensity: value }) =>
          value === null ? [] : [{ at: readTime(who, datetime), value }],
        ) ?? [],
      )
      const hours = hoursFrom(means, now)
      return {
        readings: history.flatMap(({ datetime, carbonIntensity, isEstimated = false }): HourReading[] => {
          if (carbonIntensity === null) return []
          const renewablePercentage = shares.get(Date.parse(datetime)) ?? null
          return [
            { hour: readTime(who, datetime), gco2Kwh: carbonIntensity, renewablePercentage, estimated: isEstimated },
          ]
        }),
        forecast: hours && { ...hours, issuedAt: forecast?.updatedAt ? readTime(who, forecast.updatedAt) : now },
      }
    },
  }
}

/** Undefined where the key’s plan does not reach so far. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ProviderFailure && [400, 401, 402, 403, 404].includes(error.status ?? 0)) return undefined
    throw error
  }
}
