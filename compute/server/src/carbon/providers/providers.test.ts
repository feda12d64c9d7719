/** The three providers against stand-ins that speak their documented form. Nothing here reaches the real ones. */

import {
  electricityMapsResponses,
  type StandIn,
  type StandInResponse,
  startStandIn,
  ukResponses,
  wattTimeResponses,
} from '@service/compute-testing/carbon/stand-ins.ts'
import { makeOutbound } from '@service/foundation/outbound/make-outbound.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { makeElectricityMaps } from './electricity-maps.ts'
import { ProviderFailure } from './provider.ts'
import { makeUkCarbonIntensity } from './uk-carbon-intensity.ts'
import { makeWattTime } from './watttime.ts'

const now = new Date('2026-11-20T10:20:00.000Z')
const outbound = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true })
afterAll(() => outbound.close())

const open: StandIn[] = []
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close()
})
async function start(respondTo: Parameters<typeof startStandIn>[0]): Promise<StandIn> {
  const standIn = await startStandIn(respondTo)
  open.push(standIn)
  return standIn
}

const electricityMaps = ({ address }: StandIn, key = 'key') => makeElectricityMaps({ outbound, key, address })

test('Electricity Maps gives the last day, the share of renewables and three days of forecast', async () => {
  const standIn = await start(electricityMapsResponses(() => now))
  const { readings, forecast } = await electricityMaps(standIn).fetch('DE', now)
  expect(readings).toHaveLength(24)
  expect(readings.at(-1)).toEqual({
    hour: new Date('2026-11-20T10:00:00.000Z'),
    gco2Kwh: expect.closeTo(113.4, 1),
    renewablePercentage: 61,
    estimated: true,
  })
  expect(readings[0]!.estimated).toBe(false)
  expect(forecast).toMatchObject({ from: new Date('2026-11-20T10:00:00.000Z'), issuedAt: now })
  expect(forecast!.values).toHaveLength(73)
  expect(standIn.asked.every(({ query }) => query.get('zone') === 'DE')).toBe(true)
})

test('a plan without forecasts still gives readings', async () => {
  const standIn = await start(electricityMapsResponses(() => now, { forecasts: false }))
  const { readings, forecast } = await electricityMaps(standIn).fetch('DE', now)
  expect(readings).toHaveLength(24)
  expect(forecast).toBeNull()
})

test('a refused key is reported, and the message does not contain it', async () => {
  const standIn = await start(electricityMapsResponses(() => now))
  const failure = await electricityMaps(standIn, 'secret-key')
    .fetch('DE', now)
    .catch((error) => error)
  expect(failure).toBeInstanceOf(ProviderFailure)
  expect(failure).toMatchObject({ status: 401, message: 'Electricity Maps responded with 401' })
})

test('numbers of another scope are refused', async () => {
  const history = [{ datetime: now.toISOString(), carbonIntensity: 100, emissionFactorType: 'direct' }]
  const standIn = await start(() => ({ history }))
  await expect(electricityMaps(standIn).fetch('DE', now)).rejects.toThrow('another scope')
})

const one = (fields: object) => ({ history: [{ datetime: now.toISOString(), carbonIntensity: 100, ...fields }] })
test.each<[string, StandInResponse]>([
  ['no JSON', '<html>'],
  ['another form', { data: [] }],
  ['an intensity below zero', one({ carbonIntensity: -1 })],
  ['an intensity beyond belief', one({ carbonIntensity: 1e9 })],
  ['an intensity as text', one({ carbonIntensity: '100' })],
  ['a time that is none', one({ datetime: 'yesterday' })],
  ['a time without its offset', one({ datetime: '2026-11-20T10:00:00' })],
  ['an error', 500],
])('%s is a failure of the provider', async (_what, response) => {
  const standIn = await start(() => response)
  await expect(electricityMaps(standIn).fetch('DE', now)).rejects.toThrow(ProviderFailure)
})

test('an hour without a value is left out', async () => {
  const standIn = await start((path) => (path === '/carbon-intensity/history' ? one({ carbonIntensity: null }) : 403))
  expect(await electricityMaps(standIn).fetch('DE', now)).toEqual({ readings: [], forecast: null })
})

test('half-hours of the UK’s service become hours, measured or expected', async () => {
  const standIn = await start(ukResponses(() => now))
  const provider = makeUkCarbonIntensity({ outbound, address: standIn.address })
  expect([provider.covers('GB'), provider.covers('GB-NIR'), provider.covers('FR')]).toEqual([true, false, false])
  const { readings, forecast } = await provider.fetch('GB', now)
  expect(readings).toHaveLength(25)
  // Its first half has been measured, its second not.
  expect(readings.at(-1)).toEqual({
    hour: new Date('2026-11-20T10:00:00.000Z'),
    gco2Kwh: 114,
    renewablePercentage: 50,
    estimated: true,
  })
  expect(readings.at(-2)).toMatchObject({ estimated: false })
  expect(forecast).toMatchObject({ from: new Date('2026-11-20T10:00:00.000Z') })
  expect(forecast!.values).toHaveLength(48)
})

test('WattTime gets one login, and its pounds per megawatt-hour become grams per kilowatt-hour', async () => {
  const standIn = await start(wattTimeResponses(() => now))
  const provider = makeWattTime({ outbound, user: 'user', password: 'password', address: standIn.address })
  expect([provider.covers('US-CAL-CISO'), provider.covers('DE')]).toEqual([true, false])
  const { readings, forecast } = await provider.fetch('US-CAL-CISO', now)
  await provider.fetch('US-CAL-CISO', new Date(now.getTime() + 60_000))
  expect(standIn.asked.map(({ path }) => path).filter((path) => path === '/login')).toHaveLength(1)
  expect(standIn.asked[1]!.query.get('region')).toBe('CAISO_NORTH')
  expect(readings.at(-1)).toEqual({
    hour: new Date('2026-11-20T10:00:00.000Z'),
    gco2Kwh: expect.closeTo(453.59, 2),
    renewablePercentage: null,
    estimated: true,
  })
  expect(forecast!.values).toHaveLength(24)
})

test('a withdrawn token is replaced at the next request', async () => {
  let refused = true
  const responses = wattTimeResponses(() => now)
  const standIn = await start((path, query, headers) =>
    path !== '/login' && refused ? 401 : responses(path, query, headers),
  )
  const provider = makeWattTime({ outbound, user: 'user', password: 'password', address: standIn.address })
  await expect(provider.fetch('US-CAL-CISO', now)).rejects.toMatchObject({ status: 401 })
  refused = false
  await expect(provider.fetch('US-CAL-CISO', now)).resolves.toMatchObject({ forecast: { issuedAt: now } })
})

test('a provider that cannot be reached is a failure, not a crash', async () => {
  const standIn = await startStandIn(() => 200)
  await standIn.close()
  await expect(electricityMaps(standIn).fetch('DE', now)).rejects.toThrow('could not be reached: unreachable')
})
