import { randomBytes } from 'node:crypto'
import { aCompany, aDeployment, aMeter, gpuMsOf, type Running } from '@service/compute-testing/metering/metering.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { makeFootprintOf } from './footprints.ts'
import { makeHeartbeat } from './heartbeat.ts'
import { makeMeteringMetrics } from './metering-metrics.ts'
import { makeNotifyCompanies } from './notify-companies.ts'
import { livePage } from './segment-store.ts'

const at = (ms: number) => new Date(Date.parse('2026-11-20T12:00:00.000Z') + ms)

describe('a heartbeat', () => {
  const db = beforeTests(
    () => fastestEngine.create(migrations),
    (made) => made.drop(),
  )
  let clock = at(0)
  const now = () => clock
  const newId = makeNewId({ now, randomBytes })

  async function fiveRuns(): Promise<Running[]> {
    await sql`update usage_segments set live = false`.execute(db.connection)
    const companyIds = [await aCompany(db), await aCompany(db)]
    const runs: Running[] = []
    for (let i = 0; i < 5; i++) runs.push(await aDeployment(db, { companyId: companyIds[i % 2]!, at: at(0) }))
    clock = at(0)
    const begins = runs.map(({ allocationId }) => ({ kind: 'begin', allocationId, startedAt: at(0) }) as const)
    await db.transaction((tx) => aMeter(db, now).report(tx, begins))
    return runs
  }

  const heartbeat = makeHeartbeat({
    db,
    now,
    footprintOf: makeFootprintOf({
      hubOf: (hubId) => ({ zone: hubId, pue: 1 }),
      intensityOf: () => 100,
      log: makeLogger({ level: 'silent', form: 'json' }),
    }),
    notifyCompanies: makeNotifyCompanies({ now, newId }),
    metrics: makeMeteringMetrics(makeMetrics('test_')),
    pageSize: 2,
  })

  const advanced = async (runs: readonly Running[], ms: number): Promise<number> =>
    (await Promise.all(runs.map((run) => gpuMsOf(db, run)))).filter((gpuMs) => gpuMs === ms).length

  test('advances every run, a page at a time', async () => {
    const runs = await fiveRuns()
    clock = at(10_000)
    const afterPages: number[] = []
    const count = await heartbeat(undefined, async () => {
      afterPages.push(await advanced(runs, 10_000))
      return true
    })
    expect(afterPages).toEqual([2, 4])
    expect(count).toBe(5)
    expect(await advanced(runs, 10_000)).toBe(5)
  })

  test('ends between two pages where it has to, and the next one counts the rest', async () => {
    const runs = await fiveRuns()
    clock = at(10_000)
    expect(await heartbeat(undefined, async () => false)).toBe(2)
    clock = at(20_000)
    expect(await heartbeat()).toBe(5)
    expect(await advanced(runs, 20_000)).toBe(5)
  })

  test('finds a page by the index of live runs, in its order, whatever has ended', async () => {
    await fiveRuns()
    const after = { companyId: 'co_a', allocationId: 'alc_a', runStartedAt: at(0) }
    const plan = await db.transaction(async (tx) => {
      // Few rows would do with any way.
      for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      return JSON.stringify((await sql`explain ${livePage({ after, limit: 1_000 })}`.execute(tx)).rows)
    })
    expect(plan).toContain('usage_segments_live_runs')
    expect(plan).not.toContain('Sort')
  })
})
