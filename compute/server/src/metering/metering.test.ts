import { randomBytes } from 'node:crypto'
import { starterLimitMs } from '@service/compute-domain/metering/gpu-hours.ts'
import {
  aCompany,
  aDeployment,
  aMeter,
  anAllocation,
  countedOf,
  gpuMsOf,
  noticesOf,
} from '@service/compute-testing/metering/metering.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { aWebhook } from '@service/foundation-testing/webhooks/deliveries.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import type { Places } from './footprints.ts'
import type { Metering } from './metering.ts'
import { makeMeteringMetrics } from './metering-metrics.ts'
import { makeNextHeartbeat } from './metering-schedule.ts'
import { makeStopExhausted } from './stop-exhausted.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const broken = () => {
  throw new Error('broken')
}

describe.each(databaseEngines)('metering on $name', ({ create }) => {
  let db: TestDatabase
  let meter: Metering
  let clock: Date
  const newId = makeNewId({ now: () => clock, randomBytes })
  const metrics = makeMeteringMetrics(makeMetrics('test_'))
  let companyId: string
  const at = (ms: number) => new Date(Date.parse('2026-11-20T12:00:00.000Z') + ms)
  const passTo = (ms: number) => {
    clock = at(ms)
  }
  const admit = (asked: { deploymentId: string; gpus: number }[]) =>
    db.transaction((tx) =>
      meter.admit(
        tx,
        asked.map((one) => ({ companyId, ...one })),
      ),
    )
  const begin = (allocationId: string, startedAt: Date) =>
    db.transaction((tx) => meter.report(tx, [{ kind: 'begin', allocationId, startedAt }]))
  const runUntil = async (allocationId: string, ms: number) => {
    await begin(allocationId, at(0))
    passTo(ms)
    await meter.heartbeat()
  }
  const end = (allocationId: string, endedAt: Date | null) =>
    db.transaction((tx) => meter.report(tx, [{ kind: 'end', allocationId, at: endedAt }]))
  const release = (deploymentId: string) =>
    db.transaction((tx) => meter.report(tx, [{ kind: 'release', deploymentId }]))
  const use = (usedMs: number) =>
    sql`insert into gpu_hours (company_id, month, used_ms) values (${companyId}, '2026-11-01', ${usedMs})`.execute(
      db.connection,
    )

  beforeAll(async () => {
    db = await create(migrations)
    meter = aMeter(db, () => clock)
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    // Others' runs would be advanced too.
    await sql`update usage_segments set live = false`.execute(db.connection)
    passTo(0)
    companyId = await aCompany(db)
  })

  describe('a run', () => {
    test('is counted from the engine’s start to its finish, times its GPUs', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0), gpus: 3 })
      await begin(allocationId, at(1_234))
      passTo(30 * second)
      await meter.heartbeat()
      expect(await gpuMsOf(db, { deploymentId })).toBe(3 * (30 * second - 1_234))
      passTo(50 * second)
      await end(allocationId, at(41_001))
      expect(await gpuMsOf(db, { deploymentId })).toBe(3 * (41_001 - 1_234))
      expect(await countedOf(db, companyId)).toMatchObject([{ usedMs: 3 * (41_001 - 1_234), month: '2026-11-01' }])
    })

    test('is counted once, however often it is reported', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      for (const [ms, endedMs] of [
        [10, undefined],
        [20, undefined],
        [30, 25],
        [40, 28],
        [50, undefined],
      ] as const) {
        passTo(ms * second)
        await begin(allocationId, at(5 * second))
        await meter.heartbeat()
        if (endedMs) await end(allocationId, at(endedMs * second))
      }
      expect(await gpuMsOf(db, { deploymentId })).toBe(20 * second)
      expect(await countedOf(db, companyId)).toMatchObject([{ usedMs: 20 * second, segmentMs: 20 * second }])
    })

    test('that turns out to have ended earlier gives the difference back', async () => {
      const { allocationId } = await aDeployment(db, { companyId, at: at(0) })
      await runUntil(allocationId, 3 * hour)
      await end(allocationId, at(1 * hour))
      expect(await countedOf(db, companyId)).toMatchObject([{ usedMs: hour }])
    })

    test('over the end of a month is counted in both, and corrected in both', async () => {
      const october = Date.parse('2026-10-31T23:50:00.000Z') - at(0).getTime()
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(october), gpus: 2 })
      await begin(allocationId, at(october))
      passTo(october + 5 * minute)
      await meter.heartbeat()
      passTo(october + 25 * minute)
      await meter.heartbeat()
      passTo(october + 30 * minute)
      await meter.heartbeat()
      const both = (october: number, november: number) => [
        { month: '2026-10-01', usedMs: 2 * october, segmentMs: 2 * october },
        { month: '2026-11-01', usedMs: 2 * november, segmentMs: 2 * november },
      ]
      expect(await countedOf(db, companyId)).toMatchObject(both(10 * minute, 20 * minute))
      await end(allocationId, at(october + 4 * minute))
      expect(await countedOf(db, companyId)).toMatchObject(both(4 * minute, 0))
      expect(await gpuMsOf(db, { deploymentId })).toBe(8 * minute)
    })

    test('that begins again ends the one before, and the time between is free', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      await runUntil(allocationId, minute)
      passTo(3 * minute)
      await begin(allocationId, at(2 * minute))
      await begin(allocationId, at(0))
      await meter.heartbeat()
      await end(allocationId, at(3 * minute))
      expect(await gpuMsOf(db, { deploymentId })).toBe(2 * minute)
    })

    test('counted past the start of the next is cut there', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      await runUntil(allocationId, 3 * minute)
      await begin(allocationId, at(2 * minute))
      await meter.heartbeat()
      expect(await gpuMsOf(db, { deploymentId })).toBe(3 * minute)
    })

    test('of a hub that has fallen silent is counted to the last proof of life', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      await begin(allocationId, at(0))
      await sql`insert into hubs (hub_id, state, seen_at) values ('clean', 'unreachable', ${at(40 * second)})`.execute(
        db.connection,
      )
      passTo(3 * minute)
      await meter.heartbeat()
      await sql`delete from hubs`.execute(db.connection)
      expect(await gpuMsOf(db, { deploymentId })).toBe(40 * second)
    })

    test('whose allocation has ended without a report is not advanced any more', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      await runUntil(allocationId, minute)
      await sql`update allocations set state = 'released', released_at = ${at(minute)}, finished_at = ${at(50 * second)}
                 where allocation_id = ${allocationId}`.execute(db.connection)
      passTo(hour)
      await meter.heartbeat()
      expect(await gpuMsOf(db, { deploymentId })).toBe(50 * second)
    })

    test('cannot have begun before its allocation, nor ended in the future', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      await begin(allocationId, at(-hour))
      passTo(minute)
      await end(allocationId, at(900 * hour))
      expect(await gpuMsOf(db, { deploymentId })).toBe(minute)
    })

    test('emits by what its hub draws, and avoids what the cheapest would have', async () => {
      const { allocationId } = await aDeployment(db, { companyId, at: at(0) })
      await runUntil(allocationId, 2 * hour)
      await end(allocationId, at(hour))
      const { rows } = await sql<{ kwh: number; gco2: number; avoidedGco2: number }>`
        select kwh, gco2, avoided_gco2 from usage_segments where allocation_id = ${allocationId}`.execute(db.connection)
      expect(rows[0]!.kwh).toBeCloseTo(0.56, 9)
      expect(rows[0]!.gco2).toBeCloseTo(56, 9)
      expect(rows[0]!.avoidedGco2).toBeCloseTo(0.56 * 300, 9)
    })

    test.each<[string, Partial<Places>]>([
      ['of a hub that nobody knows', { hubOf: () => undefined }],
      ['of a grid that nobody knows', { intensityOf: () => undefined }],
      ['by a feed that throws', { intensityOf: broken }],
      ['by a feed that says less than nothing', { intensityOf: () => -3 }],
    ])('%s has no footprint, but is counted', async (_, places) => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      await begin(allocationId, at(0))
      passTo(hour)
      await aMeter(db, () => clock, places).heartbeat()
      expect(await gpuMsOf(db, { deploymentId })).toBe(hour)
      expect(await meter.readDeploymentUsage(companyId, deploymentId)).toMatchObject({ kwh: 0, gco2: 0 })
    })

    test('of a second attempt is counted beside the first', async () => {
      const first = await aDeployment(db, { companyId, at: at(0) })
      await begin(first.allocationId, at(0))
      passTo(minute)
      await end(first.allocationId, at(minute))
      const second = await anAllocation(db, { ...first, at: at(3 * minute) })
      passTo(5 * minute)
      await begin(second.allocationId, at(4 * minute))
      await meter.heartbeat()
      expect(await gpuMsOf(db, first)).toBe(2 * minute)
    })
  })

  describe('admission', () => {
    test('reserves a minute of each GPU, in the order asked, and refuses what is left over', async () => {
      await use(starterLimitMs - 5 * minute)
      const admissions = await admit([
        { deploymentId: 'dep_a', gpus: 3 },
        { deploymentId: 'dep_b', gpus: 3 },
        { deploymentId: 'dep_c', gpus: 2 },
        { deploymentId: 'dep_d', gpus: 1 },
      ])
      expect(admissions.map(({ admitted }) => admitted)).toEqual([true, false, true, false])
      expect(admissions[3]).toMatchObject({ hours: { usedMs: starterLimitMs - 5 * minute, reservedMs: 5 * minute } })
      expect(await countedOf(db, companyId)).toMatchObject([{ reservedMs: 5 * minute, openReservedMs: 5 * minute }])
    })

    test('repeated for the same deployment reserves nothing more', async () => {
      const { deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      await admit([{ deploymentId, gpus: 1 }])
      await admit([{ deploymentId, gpus: 1 }])
      expect(await countedOf(db, companyId)).toMatchObject([{ reservedMs: minute }])
    })

    test('use is taken out of the reservation first', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0), gpus: 2 })
      await admit([{ deploymentId, gpus: 2 }])
      await begin(allocationId, at(0))
      for (const [ms, usedMs, reservedMs] of [
        [20, 40, 80],
        [50, 100, 20],
        [70, 140, 0],
      ] as const) {
        passTo(ms * second)
        await meter.heartbeat()
        expect(await countedOf(db, companyId)).toMatchObject([
          { usedMs: usedMs * second, reservedMs: reservedMs * second, openReservedMs: reservedMs * second },
        ])
      }
    })

    test('the unused rest is given back, once', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0) })
      const { deploymentId: never } = await aDeployment(db, { companyId, at: at(0) })
      await admit([
        { deploymentId, gpus: 1 },
        { deploymentId: never, gpus: 1 },
      ])
      await begin(allocationId, at(0))
      passTo(20 * second)
      await end(allocationId, at(20 * second))
      for (const id of [deploymentId, never, never, deploymentId]) await release(id)
      expect(await countedOf(db, companyId)).toMatchObject([{ usedMs: 20 * second, reservedMs: 0, openReservedMs: 0 }])
    })

    test('a reservation of one month is taken out of that month when the next has begun', async () => {
      const october = Date.parse('2026-10-31T23:59:50.000Z') - at(0).getTime()
      passTo(october)
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(october) })
      await admit([{ deploymentId, gpus: 1 }])
      await begin(allocationId, at(october + 5 * second))
      passTo(october + 30 * second)
      await meter.heartbeat()
      expect(await countedOf(db, companyId)).toMatchObject([
        { usedMs: 5 * second, reservedMs: 35 * second },
        { usedMs: 20 * second, reservedMs: 0 },
      ])
    })

    test('simulated time is counted, but not against the company’s hours', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0), simulated: true })
      await runUntil(allocationId, 30 * hour)
      expect(await gpuMsOf(db, { deploymentId })).toBe(30 * hour)
      expect(await countedOf(db, companyId)).toEqual([])
    })
  })

  describe('the end of the hours', () => {
    test('is notified at 80 % and at 100 %, once each, to the company and its deployments, and at 80 % to its webhooks', async () => {
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0), gpus: 2 })
      await aWebhook(db, { companyId, url: 'https://example.com/hook' })
      await begin(allocationId, at(0))
      for (const ms of [3.9, 4, 4.5, 5, 5.001]) {
        passTo(ms * hour)
        await meter.heartbeat()
      }
      const notices = await noticesOf(db, companyId)
      expect(notices.map(({ type, deploymentId }) => [type, deploymentId])).toEqual([
        ['quota_warning', null],
        ['quota_warning', deploymentId],
        ['quota_exhausted', null],
        ['quota_exhausted', deploymentId],
      ])
      expect(notices[0]).toMatchObject({
        message:
          '80 % of the 10 GPU-hours of 2026-11 are used; 2 are left. At the current rate they run out at 2026-11-20T17:00:00.000Z.',
        data: { used_gpu_hours: 8, ends_at: '2026-11-20T17:00:00.000Z' },
      })
      expect(notices[2]?.data).toMatchObject({ stops_at: '2026-11-20T17:01:00.000Z' })
      const { rows: sent } = await sql<{ kind: string; data: string }>`
        select kind, data from events where company_id = ${companyId}`.execute(db.connection)
      expect(sent.map(({ kind, data }) => [kind, JSON.parse(data)])).toEqual([
        [
          'usage.warning',
          {
            event_id: expect.stringMatching(/^evt_/),
            month: '2026-11',
            limit_gpu_hours: 10,
            used_gpu_hours: 8,
            ends_at: '2026-11-20T17:00:00.000Z',
            message: notices[0]?.message,
            at: '2026-11-20T16:00:00.000Z',
          },
        ],
      ])
    })

    test('is predicted, and deployments are stopped after the grace', async () => {
      await use(starterLimitMs - 40 * second)
      const { allocationId, deploymentId } = await aDeployment(db, { companyId, at: at(0), gpus: 4 })
      const simulated = await aDeployment(db, { companyId, at: at(0), simulated: true })
      await begin(allocationId, at(0))
      const nextHeartbeatMs = makeNextHeartbeat({ db, now: () => clock })
      const stopExhausted = makeStopExhausted({ db, now: () => clock, newId, metrics })
      const statuses = async () => {
        const { rows } = await sql<{ shown: string }>`
          select status || coalesce(' ' || reason, '') as shown from deployments
           where deployment_id = any (${[deploymentId, simulated.deploymentId]}::text[])
           order by deployment_id`.execute(db.connection)
        return rows.map((row) => row.shown)
      }
      expect(await nextHeartbeatMs()).toBe(10 * second)
      passTo(10.2 * second)
      await meter.heartbeat()
      await stopExhausted()
      expect(await nextHeartbeatMs()).toBe(30 * second)
      passTo(50 * second)
      await meter.heartbeat()
      expect(await nextHeartbeatMs()).toBe(20 * second)
      await stopExhausted()
      expect(await statuses()).toEqual(['running', 'running'])
      passTo(70 * second)
      await meter.heartbeat()
      await stopExhausted()
      expect(await statuses()).toEqual(['stopping quota_exhausted', 'running'])
    })
  })
})
