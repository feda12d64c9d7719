/**
 * WattTime, version 3 of its API: what one kWh more would emit, the **marginal** rate. It says something else than
 * the average, so it is shown beside it and is not part of anything graded or summed. A free account sees one region.
 */
import { hourMs } from '@service/compute-domain/time/time.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import Type from 'typebox'
import { hourlyMeans, hoursFrom } from './hourly-means.ts'
import { type Provider, ProviderFailure } from './provider.ts'
import { readJson } from './read-json.ts'
import { readTime } from './read-time.ts'

const Login = Type.Object({ token: Type.String({ minLength: 1 }) })
const Points = Type.Object({
  data: Type.Array(Type.Object({ point_time: Type.String(), value: Type.Number({ minimum: 0, maximum: 10_000 }) })),
  meta: Type.Object({ units: Type.Literal('lbs_co2_per_mwh'), generated_at: Type.Optional(Type.String()) }),
})

const who = 'WattTime'
const gramsPerPound = 453.59237
const kwhPerMwh = 1_000
const hoursBack = 24
const hoursOn = 24
/** A token lives 30 minutes. */
const tokenLivesMs = 25 * 60_000

/** WattTime's regions by grid zone: those whose borders are nearly those of Electricity Maps. */
const defaultRegions: Readonly<Record<string, string>> = { 'US-CAL-CISO': 'CAISO_NORTH' }

export function makeWattTime({
  outbound,
  user,
  password,
  regions = defaultRegions,
  address = 'https://api.watttime.org',
}: {
  outbound: Pick<Outbound, 'get'>
  user: string
  password: string
  regions?: Readonly<Record<string, string>>
  address?: string
}): Provider {
  let login: { token: string; until: number } | undefined

  async function tokenAt(now: Date): Promise<string> {
    if (login && now.getTime() < login.until) return login.token
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const { token } = await readJson(outbound, {
      who,
      url: `${address}/login`,
      headers: { authorization },
      schema: Login,
    })
    login = { token, until: now.getTime() + tokenLivesMs }
    return token
  }

  async function ask(path: string, query: Record<string, string>, now: Date) {
    const url = `${address}/v3/${path}?${new URLSearchParams({ ...query, signal_type: 'co2_moer' })}`
    try {
      const headers = { authorization: `Bearer ${await tokenAt(now)}` }
      return await readJson(outbound, { who, url, headers, schema: Points })
    } catch (error) {
      if (error instanceof ProviderFailure && error.status === 401) login = undefined // it has been withdrawn
      throw error
    }
  }

  return {
    source: 'watttime',
    covers: (zone) => Object.hasOwn(regions, zone),
    async fetch(zone, now) {
      const region = regions[zone] as string
      const start = new Date(now.getTime() - hoursBack * hourMs).toISOString()
      const past = await ask('historical', { region, start, end: now.toISOString() }, now)
      const coming = await ask('forecast', { region, horizon_hours: String(hoursOn) }, now)
      const generatedAt = coming.meta.generated_at
      const hours = hoursFrom(meansOf(coming), now)
      return {
        readings: [...meansOf(past)].map(([hour, gco2Kwh]) => ({
          hour: new Date(hour),
          gco2Kwh,
          renewablePercentage: null,
          estimated: true, // a marginal rate cannot be measured
        })),
        forecast: hours && { ...hours, issuedAt: generatedAt ? readTime(who, generatedAt) : now },
      }
    },
  }
}

const meansOf = ({ data }: Type.Static<typeof Points>) =>
  hourlyMeans(
    data.map(({ point_time, value }) => ({
      at: readTime(who, point_time),
      value: (value * gramsPerPound) / kwhPerMwh,
    })),
  )
