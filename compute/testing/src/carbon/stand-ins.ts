/**
 * For tests: stand-ins for the three providers. They are local servers that speak each service's documented form and know
 * nothing of its numbers; whether the real ones still do, they cannot tell.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hourMs, hourOf } from '@service/compute-domain/time/time.ts'

/** The response to a path: JSON, or a status without a body. */
export type StandInResponse = object | number | string

export type StandIn = {
  address: string
  asked: { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

export async function startStandIn(
  respondTo: (path: string, query: URLSearchParams, headers: IncomingMessage['headers']) => StandInResponse,
): Promise<StandIn> {
  const asked: StandIn['asked'] = []
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url as string, 'http://stand-in')
    asked.push({ path: pathname, query: searchParams, headers: request.headers })
    const given = respondTo(pathname, searchParams, request.headers)
    if (typeof given === 'number') response.writeHead(given).end('{"error":"no"}')
    else if (typeof given === 'string') response.end(given)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sun by day: 100 g at noon UTC, 300 at midnight. */
const sunnyGrams = (at: Date): number => 200 + 100 * Math.cos((at.getUTCHours() / 24) * 2 * Math.PI)

const hours = (from: Date, count: number) =>
  Array.from({ length: count }, (_, hour) => new Date(hourOf(from).getTime() + hour * hourMs))

/** Electricity Maps: 24 hours back, 72 on. `forecasts: false` is a plan without them. */
export const electricityMapsResponses =
  (now: () => Date, { key = 'key', forecasts = true, grams = sunnyGrams } = {}) =>
  (path: string, query: URLSearchParams, headers: IncomingMessage['headers']): StandInResponse => {
    if (headers['auth-token'] !== key) return 401
    const zone = query.get('zone')
    const past = hours(new Date(now().getTime() - 23 * hourMs), 24)
    const of = (at: Date) => ({ zone, datetime: at.toISOString(), updatedAt: now().toISOString() })
    if (path === '/carbon-intensity/history') {
      return {
        zone,
        history: past.map((at) => ({
          ...of(at),
          carbonIntensity: grams(at),
          emissionFactorType: 'lifecycle',
          isEstimated: at.getTime() > now().getTime() - 2 * hourMs,
          estimationMethod: null,
        })),
      }
    }
    if (path === '/power-breakdown/history') {
      return { zone, history: past.map((at) => ({ ...of(at), renewablePercentage: 61, fossilFreePercentage: 80 })) }
    }
    if (path !== '/carbon-intensity/forecast') return 404
    if (!forecasts) return 403
    const forecast = hours(now(), 73).map((at) => ({ carbonIntensity: grams(at), datetime: at.toISOString() }))
    return { zone, forecast, updatedAt: now().toISOString() }
  }

/** The UK's service: half-hours; what has not been has no actual value. */
export const ukResponses =
  (now: () => Date) =>
  (path: string): StandInResponse => {
    const [, what, from = '', to = ''] = path.split('/')
    const halves = Array.from(
      { length: (Date.parse(to) - Date.parse(from)) / (hourMs / 2) },
      (_, half) => new Date(Date.parse(from) + (half * hourMs) / 2),
    )
    const of = (at: Date) => ({ from: minute(at), to: minute(new Date(at.getTime() + hourMs / 2)) })
    if (what === 'intensity') {
      return {
        data: halves.map((at) => ({
          ...of(at),
          intensity: {
            forecast: Math.round(sunnyGrams(at)),
            actual: at < now() ? Math.round(sunnyGrams(at)) + 2 : null,
            index: 'moderate',
          },
        })),
      }
    }
    if (what !== 'generation') return 404
    const generationmix = [
      { fuel: 'gas', perc: 38 },
      { fuel: 'wind', perc: 30 },
      { fuel: 'solar', perc: 12.5 },
      { fuel: 'hydro', perc: 1.5 },
      { fuel: 'biomass', perc: 6 },
      { fuel: 'nuclear', perc: 12 },
    ]
    return { data: halves.map((at) => ({ ...of(at), generationmix })) }
  }

const minute = (at: Date) => `${at.toISOString().slice(0, 16)}Z`

/** WattTime: a login, then points of five minutes, in pounds a megawatt-hour. */
export const wattTimeResponses =
  (now: () => Date, { pounds = 1_000 } = {}) =>
  (path: string, query: URLSearchParams, headers: IncomingMessage['headers']): StandInResponse => {
    if (path === '/login') {
      const expected = `Basic ${Buffer.from('user:password').toString('base64')}`
      return headers.authorization === expected ? { token: 'token' } : 403
    }
    if (headers.authorization !== 'Bearer token') return 401
    const back = path === '/v3/historical'
    if (!back && path !== '/v3/forecast') return 404
    const from = back ? now().getTime() - 24 * hourMs : hourOf(now()).getTime()
    return {
      data: Array.from({ length: 24 * 12 }, (_, point) => ({
        point_time: new Date(from + point * 300_000).toISOString().replace('.000Z', '+00:00'),
        value: pounds,
      })),
      meta: {
        region: query.get('region'),
        signal_type: query.get('signal_type'),
        units: 'lbs_co2_per_mwh',
        data_point_period_seconds: 300,
        generated_at: now().toISOString(),
      },
    }
  }
