import { randomBytes } from 'node:crypto'
import { hourMs } from '@service/compute-domain/time/time.ts'
import {
  electricityMapsResponses,
  type StandIn,
  startStandIn,
  wattTimeResponses,
} from '@service/compute-testing/carbon/stand-ins.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { makeOutbound } from '@service/foundation/outbound/make-outbound.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { type Carbon, openCarbonOf } from './carbon.ts'
import * as store from './carbon-store.ts'
import { makeElectricityMaps } from './providers/electricity-maps.ts'
import { makeWattTime } from './providers/watttime.ts'
import { refreshCarbon } from './refresh-carbon.ts'

const outbound = makeOutbound({ allow: ['127.0.0.0/8'], allowHttp: true })
afterAll(() => outbound.close())

describe.each(databaseEngines)('carbon on $name', ({ create }) => {
  let db: TestDatabase
  let standIn: StandIn
  let wattTime: StandIn
  let clock: Date
  let wrongKey = false
  const now = () => clock
  const log = makeLogger({ level: 'silent', form: 'json' })
  const deps = () => ({ db, now, newId: makeNewId({ now, randomBytes }), log })
  const never = new AbortController().signal
  const providers = () => [
    makeElectricityMaps({ outbound, key: wrongKey ? 'wrong' : 'key', address: standIn.address }),
    makeWattTime({ outbound, user: 'user', password: 'password', address: wattTime.address }),
  ]
  const refresh = (zones: string[]) => refreshCarbon({ db, now, log, providers: providers(), zones }, never)

  beforeAll(async () => {
    db = await create(migrations)
    standIn = await startStandIn(electricityMapsResponses(now))
    wattTime = await startStandIn(wattTimeResponses(now))
  })
  afterAll(async () => {
    await standIn.close()
    await wattTime.close()
    await db.drop()
  })
  beforeEach(async () => {
    clock = new Date('2026-11-20T10:20:00.000Z')
    wrongKey = false
    await sql`truncate carbon_readings, carbon_forecasts`.execute(db.connection)
  })

  async function withCarbon<T>(zones: string[], work: (carbon: Carbon) => Promise<T>): Promise<T> {
    const carbon = await openCarbonOf(deps(), { zones, providers: [] })
    try {
      return await work(carbon)
    } finally {
      await carbon.close()
    }
  }

  test('a stored reading is known to every process at once', async () => {
    await withCarbon(['DE'], async (carbon) => {
      expect(carbon.intensityOf('DE', now()).method).toBe('annual-mean')
      expect(await refresh(['DE'])).toMatchObject({ 'electricity-maps': { zones: 1, failed: 0, changed: 24 } })
      await expect.poll(() => carbon.intensityOf('DE', now()).method).toBe('reading')
      expect(carbon.intensityOf('DE', now())).toMatchObject({ source: 'electricity-maps', renewablePercentage: 61 })
      expect(carbon.forecast('DE', 48)).toMatchObject({ method: 'provider', source: 'electricity-maps' })
      // The lowest of the day is at noon.
      expect(carbon.meanOver('DE', new Date('2026-11-20T11:30:00.000Z'), 1)).toBeLessThan(105)
      expect(carbon.meanOver('DE', new Date('2026-11-20T00:00:00.000Z'), 1)).toBeCloseTo(300)
    })
  })

  test('stored readings survive a restart, and an hour without a reading is forecast', async () => {
    await refresh(['DE'])
    clock = new Date(clock.getTime() + 2 * hourMs)
    await withCarbon(['DE'], async (carbon) => {
      expect(carbon.intensityOf('DE', now())).toMatchObject({ method: 'provider-forecast', estimated: true })
    })
  })

  test('storing the same again changes nothing', async () => {
    await refresh(['DE'])
    expect(await refresh(['DE'])).toMatchObject({ 'electricity-maps': { changed: 0 } })
  })

  test('marginal rates are shown beside the average, never in its place', async () => {
    await refresh(['US-CAL-CISO'])
    await withCarbon(['US-CAL-CISO'], async (carbon) => {
      const reported = carbon.reported('US-CAL-CISO')
      expect(reported.map(({ source }) => source)).toEqual(['electricity-maps', 'watttime', 'electricity-maps-annual'])
      expect(reported[1]!.gco2Kwh).toBeCloseTo(453.59)
      expect(carbon.intensityOf('US-CAL-CISO', now())).toMatchObject({ source: 'electricity-maps' })
    })
  })

  test('a provider that refuses the key is not asked again, and the other goes on', async () => {
    wrongKey = true
    const asked = standIn.asked.length
    const report = await refresh(['DE', 'FR', 'SE', 'NO-NO1', 'ES', 'PL', 'US-CAL-CISO'])
    expect(report).toMatchObject({ 'electricity-maps': { zones: 7, failed: 7 }, watttime: { zones: 1, failed: 0 } })
    expect(standIn.asked.length - asked).toBeLessThanOrEqual(4) // those that were under way
    await expect(refresh(['DE'])).rejects.toThrow('no provider')
  })

  test('an older forecast that arrives late changes nothing', async () => {
    const forecast = { source: 'electricity-maps' as const, zone: 'DE', from: now(), values: Float64Array.of(1, 2.5) }
    await store.saveForecast(db.connection, { ...forecast, issuedAt: now() }, now())
    const older = { ...forecast, values: Float64Array.of(9), issuedAt: new Date(now().getTime() - hourMs) }
    await store.saveForecast(db.connection, older, now())
    expect((await store.forecastsOf(db.connection, ['DE']))[0]!.values).toEqual(Float64Array.of(1, 2.5))
  })

  test('readings past their age are pruned', async () => {
    await refresh(['DE'])
    expect(await store.prune(db.connection, new Date(now().getTime() - 10 * hourMs))).toBeGreaterThan(10)
    expect(await store.prune(db.connection, new Date(now().getTime() + hourMs))).toBeGreaterThan(10)
  })

  test('a zone is found by country code or key in any case, and others are unknown', async () => {
    await withCarbon(['DE'], async (carbon) => {
      const named = ['se', 'UK', 'us-cal-ciso', 'CL', 'ZZ', 'DE-XY', '../x'].map((text) => carbon.zoneNamed(text))
      expect(named).toEqual(['SE', 'GB', 'US-CAL-CISO', 'CL', undefined, undefined, undefined])
    })
  })
})
