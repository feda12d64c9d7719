import { randomBytes } from 'node:crypto'
import { aCompany, aDeployment, aMeter, noticesOf, type Running } from '@service/compute-testing/metering/metering.ts'
import { runAdmin } from '@service/foundation/admin/run-admin.ts'
import { type Administration, guarded, makeAdministration } from '@service/foundation/administration/administration.ts'
import * as audit from '@service/foundation/audit/audit.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { access } from '../access/access.ts'
import { migrations } from '../migration-folders.ts'
import { type HoursActs, hoursRules, makeHoursActs } from './hours-acts.ts'
import { hoursSet, hoursShow } from './hours-commands.ts'
import type { Metering } from './metering.ts'
import { monthUsageResponse } from './responses.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const all = { limit: 50, before: null }

describe.each(databaseEngines)('usage on $name', ({ create }) => {
  let db: TestDatabase
  let meter: Metering
  let clock: Date
  let companyId: string
  const newId = makeNewId({ now: () => clock, randomBytes })
  const at = (ms: number) => new Date(Date.parse('2026-11-20T12:00:00.000Z') + ms)
  const run = async (running: Running, fromMs: number, untilMs?: number) => {
    const { allocationId } = running
    await db.transaction((tx) => meter.report(tx, [{ kind: 'begin', allocationId, startedAt: at(fromMs) }]))
    if (untilMs !== undefined)
      await db.transaction((tx) => meter.report(tx, [{ kind: 'end', allocationId, at: at(untilMs) }]))
    return running
  }
  const read = async (month = '2026-11-01', page: { limit: number; before: string | null } = all) => {
    const { deployments, ...usage } = await meter.readUsage(companyId, month, page)
    return monthUsageResponse(usage, deployments, null)
  }

  beforeAll(async () => {
    db = await create(migrations)
    meter = aMeter(db, () => clock)
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    clock = at(0)
    companyId = await aCompany(db)
  })

  test('of a company that has run nothing is all zero', async () => {
    expect(await read()).toMatchObject({
      month: '2026-11',
      resets_at: '2026-12-01T00:00:00.000Z',
      limit_gpu_hours: 10,
      used_gpu_hours: 0,
      left_gpu_hours: 10,
      hours_end_at: null,
      usage: { gpu_hours: 0, cost_usd: 0, gco2: 0 },
      deployments: [],
    })
  })

  test('has hours, cost and grams of each deployment, simulated ones apart, and when the hours run out', async () => {
    clock = at(2 * hour)
    const ended = await run(await aDeployment(db, { companyId, at: at(0), gpus: 2 }), 0, 90 * minute)
    const simulated = await run(await aDeployment(db, { companyId, at: at(0), simulated: true }), 0, hour)
    const live = await run(await aDeployment(db, { companyId, at: at(hour), gpus: 3 }), hour)
    await sql`update deployments set cpu_only = true where deployment_id = ${live.deploymentId}`.execute(db.connection)
    const response = await read()
    expect(response).toMatchObject({
      used_gpu_hours: 6,
      left_gpu_hours: 4,
      gpus_running: 3,
      hours_end_at: at(2 * hour + 80 * minute).toISOString(),
      usage: { gpu_hours: 6, cost_usd: 12, energy_kwh: 3.36, gco2: 336, avoided_gco2: 1008 },
      simulated: { gpu_hours: 1, cost_usd: 2, gco2: 56 },
    })
    expect(response.deployments).toMatchObject([
      {
        deployment_id: live.deploymentId,
        gpu_hours: 3,
        gpus_running: 3,
        metered_until: at(2 * hour).toISOString(),
        cpu_only: true,
      },
      { deployment_id: simulated.deploymentId, simulated: true, cpu_only: false },
      {
        deployment_id: ended.deploymentId,
        gpu_hours: 3,
        gpus_running: 0,
        metered_until: at(90 * minute).toISOString(),
      },
    ])
    expect(await meter.readDeploymentUsage(companyId, ended.deploymentId)).toMatchObject({ costUsd: 6 })
    expect(await meter.readDeploymentUsage(await aCompany(db), ended.deploymentId)).toMatchObject({ gpuMs: 0 })
  })

  test('is brought up to date on reading, but not on every read', async () => {
    await run(await aDeployment(db, { companyId, at: at(0) }), 0)
    for (const [ms, expectedMs] of [
      [10_000, 10_000],
      [11_000, 10_000],
      [13_000, 13_000],
    ] as const) {
      clock = at(ms)
      expect((await meter.readUsage(companyId, '2026-11-01', all)).real.gpuMs).toBe(expectedMs)
    }
  })

  test('of a past month is final', async () => {
    const october = Date.parse('2026-10-31T23:00:00.000Z') - at(0).getTime()
    clock = at(october)
    await run(await aDeployment(db, { companyId, at: clock }), october)
    clock = at(october + 2 * hour)
    expect(await read('2026-10-01')).toMatchObject({ used_gpu_hours: 1, gpus_running: 0, hours_end_at: null })
    expect(await read('2026-11-01')).toMatchObject({ used_gpu_hours: 1, gpus_running: 1 })
  })

  test('comes in pages, with sums over all of them', async () => {
    clock = at(hour)
    for (let i = 0; i < 3; i++) await run(await aDeployment(db, { companyId, at: at(0) }), 0, hour)
    const first = await read('2026-11-01', { limit: 2, before: null })
    const second = await read('2026-11-01', { limit: 2, before: first.deployments[1]!.deployment_id })
    expect([first, second].map(({ deployments, used_gpu_hours }) => [deployments.length, used_gpu_hours])).toEqual([
      [2, 3],
      [1, 3],
    ])
  })

  test('has a cost exact to the cent, however many segments there are', async () => {
    const running = await aDeployment(db, { companyId, at: at(0) })
    await sql`update allocations set price_usd_per_gpu_hour = 1.4375 where allocation_id = ${running.allocationId}`.execute(
      db.connection,
    )
    clock = at(3 * hour)
    for (let i = 0; i < 7; i++) await run(running, i * 1_001, i * 1_001 + 1)
    expect((await meter.readDeploymentUsage(companyId, running.deploymentId)).costUsd).toBe(0.000003)
    await run(running, hour, 3 * hour)
    expect((await meter.readDeploymentUsage(companyId, running.deploymentId)).costUsd).toBe(2.875003)
  })

  describe('GPU-hours', () => {
    const command = async (...words: string[]) => {
      let said = ''
      const code = await runAdmin<Administration & HoursActs>({
        words: [...words, '--json'],
        ownCommands: [hoursShow, hoursSet],
        newId,
        account: 'tester',
        folder: '/',
        out: (text) => {
          said += text
        },
        err: () => {},
        open: async () => {
          const kept = { ...db, close: async () => {} }
          const shared = makeAdministration({
            access,
            db: kept,
            now: () => clock,
            newId,
            randomBytes,
            migrations,
            redactors: [],
          })
          const acts = makeHoursActs({ db: kept, now: () => clock, newId })
          return { ...shared, ...guarded(acts, hoursRules) }
        },
      })
      return { code, output: code === 0 ? JSON.parse(said) : undefined }
    }

    test('are shown and set for a company, and that is audited', async () => {
      const slug = (
        await sql<{ slug: string }>`select slug from companies where id = ${companyId}`.execute(db.connection)
      ).rows[0]!.slug
      expect((await command('hours', 'show', slug)).output).toMatchObject({ gpuHours: 10, used: 0, left: 10 })
      expect((await command('hours', 'set', slug, '12.5')).output).toMatchObject({ month: '2026-11', gpuHours: 12.5 })
      expect((await command('hours', 'set', companyId, '12.5')).output).toMatchObject({ gpuHours: 12.5 })
      expect(await read()).toMatchObject({ limit_gpu_hours: 12.5 })
      const events = await audit.list(db.connection, { companyId, target: companyId }, 10)
      expect(events.filter(({ action }) => action === 'company.hours')).toMatchObject([
        { actor: 'operator:tester', before: { gpuHours: 10 }, after: { gpuHours: 12.5 } },
      ])
    })

    test.each([
      ['hours', 'set', 'nobody', '3'],
      ['hours', 'set', 'nobody', '-3'],
      ['hours', 'set', 'nobody', 'many'],
      ['hours', 'show', 'nobody', '--month', '2026-13'],
    ])('%s %s %s %s is refused', async (...words) => {
      expect((await command(...words)).code).not.toBe(0)
    })

    test('that are raised are notified of again when they run out, and lowered ones at once', async () => {
      await run(await aDeployment(db, { companyId, at: at(0), gpus: 2 }), 0)
      const heartbeatAt = async (ms: number) => {
        clock = at(ms)
        await meter.heartbeat()
        return (await noticesOf(db, companyId)).filter(({ deploymentId }) => !deploymentId).map(({ type }) => type)
      }
      expect(await heartbeatAt(5 * hour)).toEqual(['quota_warning', 'quota_exhausted'])
      await command('hours', 'set', companyId, '20')
      expect(await heartbeatAt(6 * hour)).toHaveLength(2)
      expect(await heartbeatAt(8 * hour)).toEqual(['quota_warning', 'quota_exhausted', 'quota_warning'])
      await command('hours', 'set', companyId, '5')
      expect(await heartbeatAt(8 * hour + second)).toHaveLength(4)
    })
  })
})
