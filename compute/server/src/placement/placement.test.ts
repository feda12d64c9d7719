import { randomUUID } from 'node:crypto'
import { hourMs } from '@service/compute-domain/time/time.ts'
import { aCompany, countedOf } from '@service/compute-testing/metering/metering.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { aPlacer, aSpec, freeAt, intensityOf, takenIn, writeHubs } from '@service/compute-testing/placement/placer.ts'
import type { Problem } from '@service/foundation/problem.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as allocations from '../allocations/allocation-store.ts'
import { makeListEvents, makeReadDeployment } from '../deployments/read-deployments.ts'
import { announceHubs } from '../hubs/announce-hubs.ts'
import { giveBackGpus } from '../hubs/give-back-gpus.ts'
import { migrations } from '../migration-folders.ts'
import type { AgreedPlan } from '../plans/model/plan.ts'
import type { PlaceRequest } from '../reconcile/next-placement.ts'
import type { Placer, PlacerDeps } from './placement.ts'

const companyId = 'cmp_invented'

describe.each(databaseEngines)('the placer on $name', ({ create }) => {
  let db: TestDatabase
  let placer: Placer
  beforeAll(async () => {
    db = await create(migrations)
  })
  afterAll(() => db.drop())
  afterEach(async () => {
    await placer.close()
    await sql`truncate hubs, hub_gpus, deployments, allocations, deployment_events, gpu_hours cascade`.execute(
      db.connection,
    )
  })

  const open = async (hubs: ReturnType<typeof aHub>[], deps?: Partial<PlacerDeps>) => {
    await writeHubs(db, hubs)
    placer = await aPlacer(db, hubs, deps)
  }
  const place = (spec = aSpec(), operation?: { id: string; resumed: boolean }) =>
    placer.placeDeployment({ companyId, actor: testKey, spec, operation })
  const refusalOf = async (placed: Promise<unknown>): Promise<Problem> =>
    placed.then(
      () => expect.unreachable(),
      (problem) => problem,
    )

  test('writes the intent with its GPUs taken, and returns what will be read', async () => {
    await open([aHub({ id: 'se-1', country: 'SE', gpus: [8, 8] }), aHub({ id: 'de-1' })])
    const placed = await place(aSpec({ count: 12, name: 'Big' }))

    expect(placed).toMatchObject({ status: 'provisioning', hubId: 'se-1', country: 'SE', carbonGrade: 'A', attempt: 1 })
    expect(placed.nodes).toEqual([
      { name: 'node-0', gpus: 8 },
      { name: 'node-1', gpus: 4 },
    ])
    const {
      version: _,
      companyId: __,
      name: ___,
      ...read
    } = {
      version: 0,
      companyId: '',
      name: '',
      ...(await makeReadDeployment({ db })(companyId, placed.id)),
    }
    expect(placed).toEqual(read)
    expect(placed.endpointName).toMatch(/^dep-[0-9a-hjkmnp-tv-z]{10}$/)
    expect(await freeAt(db, 'se-1')).toEqual([0, 4])
    expect((await makeListEvents({ db })(companyId, placed.id, { limit: 10, before: null })).events).toMatchObject([
      { type: 'provisioning', status: 'provisioning', hubId: 'se-1', attempt: 1, actor: testKey },
    ])
    const last = await allocations.lastOf(db.connection, companyId, [placed.id])
    expect(last.get(placed.id)).toMatchObject({ state: 'reserved', attempt: 1, gpus: 12, hubId: 'se-1' })
  })

  test('refuses with the causes of all hubs, when none can ever take it and when none has room', async () => {
    await open([aHub({ id: 'se-1', country: 'SE' }), aHub({ id: 'de-1' })])
    const never = await refusalOf(place(aSpec({ count: 9, regions: ['DE'] })))
    expect(never).toMatchObject({ code: 'no-feasible-hub', status: 422 })
    expect(never.message).toContain('Of 2 hubs: 1 outside the requested regions, 1 with too few GPUs in total.')
    expect(never.details.map(({ path }) => path)).toEqual(['refused.region', 'refused.too_small'])

    await place(aSpec({ count: 8, regions: ['DE'] }))
    const full = await refusalOf(place(aSpec({ regions: ['DE'] })))
    expect(full).toMatchObject({ code: 'no-capacity', status: 409 })
    expect(full.message).toContain('1 without enough free GPUs right now')
  })

  test('never gives a GPU to two of a thousand concurrent requests', async () => {
    await open([aHub({ id: 'se-1', country: 'SE', gpus: [200, 150] }), aHub({ id: 'de-1', gpus: [250] })])
    const results = await Promise.allSettled(Array.from({ length: 1_000 }, () => place()))
    const placed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(placed).toHaveLength(600)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'no-capacity' })
    }
    expect(new Set(placed.map(({ endpointName }) => endpointName)).size).toBe(600)
    expect(await takenIn(db)).toEqual({ allocated: 600, missing: 600 })
  })

  test('knows of returned GPUs as soon as that is committed', async () => {
    await open([aHub({ id: 'de-1', gpus: [2] })])
    const { nodes } = await place(aSpec({ count: 2 }))
    await refusalOf(place())
    await db.transaction((tx) => giveBackGpus(tx, [{ hubId: 'de-1', gpuType: 'H100', nodes }]))
    expect(await place(aSpec({ count: 2 }))).toMatchObject({ hubId: 'de-1' })
  })

  test('learns of nodes that another process has taken away or brought back', async () => {
    const hubs = [aHub({ id: 'se-1', country: 'SE', gpus: [8, 8] }), aHub({ id: 'de-1' })]
    await open(hubs)
    await place()
    await sql`delete from hub_gpus where hub_id = 'se-1'`.execute(db.connection)
    expect(await place()).toMatchObject({ hubId: 'de-1' })
    await sql`
      insert into hub_gpus (hub_id, gpu_type, nodes, sizes, free)
      values ('se-1', 'H100', '{other}', '{9}', '{9}')`.execute(db.connection)
    await announceHubs(db.connection, ['se-1'])
    const placed = () => place(aSpec({ count: 9 })).catch(({ code }: Problem) => code)
    await expect.poll(placed).toMatchObject({ hubId: 'se-1', nodes: [{ name: 'other', gpus: 9 }] })
  })

  test('places nothing at a hub that is not ready, or was not seen for a minute', async () => {
    await open([aHub({ id: 'de-1' }), aHub({ id: 'fr-1', country: 'FR' })])
    await sql`update hubs set state = 'draining' where hub_id = 'fr-1'`.execute(db.connection)
    await sql`update hubs set seen_at = now() - interval '61 seconds' where hub_id = 'de-1'`.execute(db.connection)
    await placer.close()
    placer = await aPlacer(db, [aHub({ id: 'de-1' }), aHub({ id: 'fr-1', country: 'FR' })])
    const refusal = await refusalOf(place())
    expect(refusal.details.map(({ path }) => path)).toEqual(['refused.closed', 'refused.unreachable'])
    await sql`update hubs set seen_at = now() where hub_id = 'de-1'`.execute(db.connection)
    expect(await place()).toMatchObject({ hubId: 'de-1' })
  })

  test('takes nothing for a company without GPU-hours', async () => {
    await open([aHub({ id: 'local', simulated: false, gpus: [700] })])
    const most = await place(aSpec({ count: 599 }))
    expect(most).toMatchObject({ simulated: false })
    const [one, two] = await Promise.allSettled([place(), place()])
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = await refusalOf(place())
    expect(refusal).toMatchObject({ code: 'quota-exceeded', status: 403 })
    expect(refusal.message).toContain('0 of 10 are used, and 10 are reserved')
    expect(await takenIn(db)).toEqual({ allocated: 600, missing: 600 })
  })

  test('keeps no GPU-hours for a deployment whose plan was used before', async () => {
    await open([aHub({ id: 'local', simulated: false })])
    const company = await aCompany(db)
    const placeFor = (agreed?: AgreedPlan) =>
      placer.placeDeployment({
        ...{ companyId: company, actor: testKey, spec: aSpec(), agreed },
        operation: { id: `opr_${agreed ? 'later' : 'first'}`, resumed: false },
      })
    const { priceUsdPerGpuHour } = await placeFor()
    const price = Number(priceUsdPerGpuHour)
    await sql`
      insert into plans (plan_id, company_id, body, outcome, hub_id, price_usd_per_gpu_hour, sovereignty, planned_at,
                         used_by)
      values ('pln_used', ${company}, '{}', 'start', 'local', ${price}, 'none', now(), 'opr_first')`.execute(
      db.connection,
    )
    const later = placeFor({
      ...{ id: 'pln_used', outcome: 'start', hubId: 'local', priceUsdPerGpuHour: price, sovereignty: 'none' },
      plannedAt: new Date(),
    })
    expect(await refusalOf(later)).toMatchObject({ code: 'plan-used' })
    expect(await countedOf(db, company)).toMatchObject([{ reservedMs: 60_000, openReservedMs: 60_000 }])
  })

  test('does not refuse a request because of GPUs that a refused one asked for', async () => {
    await open([aHub({ id: 'local', simulated: false, gpus: [700] })])
    const greedy = (count: number) =>
      placer.placeDeployment({ companyId: 'cmp_greedy', actor: testKey, spec: aSpec({ count }), operation: undefined })
    const asked = [greedy(700), greedy(700), place(aSpec({ count: 2 })), greedy(650), greedy(3)]
    const later = place(aSpec({ maxDelayHours: 1 }))
    expect(await Promise.allSettled([...asked, later])).toMatchObject([
      { reason: { code: 'quota-exceeded' } },
      { reason: { code: 'quota-exceeded' } },
      { value: { status: 'provisioning' } },
      { reason: { code: 'quota-exceeded' } },
      { value: { status: 'provisioning' } },
      { value: { status: 'provisioning' } },
    ])
    expect(await takenIn(db)).toEqual({ allocated: 6, missing: 6 })
  })

  test('limits the live deployments of a company, waiting ones included', async () => {
    await open([aHub({ id: 'de-1' }), aHub({ id: 'se-1', country: 'SE' })], { liveLimit: 3 })
    const of = (companyId: string, spec = aSpec()) =>
      placer.placeDeployment({ companyId, actor: testKey, spec, operation: undefined })
    const outcomes = async (placing: Promise<unknown>[]) =>
      (await Promise.allSettled(placing)).map((one) => (one.status === 'fulfilled' ? 'placed' : one.reason.code))

    // What finds no hub counts for nothing.
    const first = [of('cmp_a'), of('cmp_a', aSpec({ count: 9 })), of('cmp_a'), of('cmp_b')]
    expect(await outcomes(first)).toEqual(['placed', 'no-feasible-hub', 'placed', 'placed'])
    const waiting = aSpec({ count: 8, regions: ['SE'], maxDelayHours: 1 })
    const next = [of('cmp_a', waiting), of('cmp_a'), of('cmp_b')]
    expect(await outcomes(next)).toEqual(['placed', 'too-many-deployments', 'placed'])
    await next[0]!.then(({ status }) => expect(status).toBe('scheduled'))
    const refusal = await refusalOf(of('cmp_a'))
    expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining('The limit of 3 live deployments') })

    await sql`
      update deployments set status = 'stopped', ended_at = now()
       where deployment_id = (select min(deployment_id) from deployments where company_id = 'cmp_a')`.execute(
      db.connection,
    )
    expect(await outcomes([of('cmp_a'), of('cmp_a')])).toEqual(['placed', 'too-many-deployments'])
  })

  test('makes one deployment for an operation, however often and in whichever process it is requested', async () => {
    await open([aHub({ id: 'de-1' })])
    const operation = { id: `op_${randomUUID()}`, resumed: false }
    const [first, second, other] = await Promise.all([place(aSpec(), operation), place(aSpec(), operation), place()])
    expect(second.id).toBe(first.id)
    expect(other.id).not.toBe(first.id)
    expect((await place(aSpec(), { ...operation, resumed: true })).id).toBe(first.id)
    expect(await takenIn(db)).toEqual({ allocated: 2, missing: 2 })
  })

  test('returns the deployment of an operation even if it was deleted since, and makes no other', async () => {
    await open([aHub({ id: 'de-1' })])
    const operation = { id: `op_${randomUUID()}`, resumed: false }
    const { id } = await place(aSpec(), operation)
    await sql`
      update deployments set status = 'stopped', reason = 'deleted', ended_at = now(), deleted_at = now()`.execute(
      db.connection,
    )
    for (const resumed of [true, false]) {
      const again = await place(aSpec(), { ...operation, resumed })
      expect(again).toMatchObject({ id, status: 'stopped', reason: 'deleted' })
    }
  })

  describe('with a deployment that may wait', () => {
    const begin = new Date('2026-11-20T12:10:00.000Z')
    let clock: Date
    const deps: Partial<PlacerDeps> = {
      now: () => clock,
      // Clean from 14:00 on.
      forecastOf: (zone, hours) => ({
        from: begin,
        values: Float64Array.from({ length: hours }, (_, hour) => intensityOf(zone) / (hour >= 2 ? 4 : 1)),
        method: 'history',
      }),
    }
    const job = aSpec({ durationHours: 1, maxDelayHours: 6 })
    const askOf = async (id: string, excludedHubs: string[] = []): Promise<PlaceRequest> => {
      const claim = await makeReadDeployment({ db })(companyId, id)
      const { rows } = await sql<{ version: number }>`
        update deployments set lease = 'rec_test' where deployment_id = ${id} returning version`.execute(db.connection)
      return { claim: { ...claim, companyId, version: rows[0]!.version }, reconcilerId: 'rec_test', excludedHubs }
    }
    beforeEach(async () => {
      clock = begin
      await open([aHub({ id: 'de-1' })], deps)
      await sql`update hubs set seen_at = ${begin}`.execute(db.connection)
    })

    test('schedules it without GPUs while waiting pays, and places it when not', async () => {
      const placed = await place(job)
      expect(placed).toMatchObject({ status: 'scheduled', hubId: null, carbonGrade: 'B', nodes: [], attempt: 0 })
      expect(placed.latestStartAt).toEqual(new Date(begin.getTime() + 5.75 * hourMs))
      expect(await freeAt(db, 'de-1')).toEqual([8])

      const later = await placer.placeAgain(await askOf(placed.id))
      expect(later).toEqual({ kind: 'later', startAt: new Date('2026-11-20T13:00:00.000Z') })
      clock = new Date(begin.getTime() + 2 * hourMs)
      await sql`update hubs set seen_at = ${clock}`.execute(db.connection)
      expect(await placer.placeAgain(await askOf(placed.id))).toEqual({ kind: 'placed' })
      const read = await makeReadDeployment({ db })(companyId, placed.id)
      expect(read).toMatchObject({ status: 'provisioning', hubId: 'de-1', attempt: 1 })
      expect(read.nodes).toEqual([{ name: 'node-0', gpus: 1 }])
      expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
    })

    test('lets it take the kind of the hub it is placed at, even after a change from simulated to real hubs', async () => {
      const placed = await place(job)
      expect(placed).toMatchObject({ simulated: true, cpuOnly: false })
      await placer.close()
      placer = await aPlacer(db, [aHub({ id: 'de-1', simulated: false, cpuOnly: true })], deps)
      clock = new Date(begin.getTime() + 2 * hourMs)
      await sql`update hubs set seen_at = ${clock}`.execute(db.connection)
      expect(await placer.placeAgain(await askOf(placed.id))).toEqual({ kind: 'placed' })
      const read = await makeReadDeployment({ db })(companyId, placed.id)
      expect(read).toMatchObject({ status: 'provisioning', simulated: false, cpuOnly: true })
    })

    test('lets it wait for room too', async () => {
      await place(aSpec({ count: 8 }))
      expect(await place(aSpec({ maxDelayHours: 1 }))).toMatchObject({ status: 'scheduled', hubId: null })
      const placed = await place(job)
      clock = new Date(begin.getTime() + 6 * hourMs)
      const ask = await askOf(placed.id)
      expect(await placer.placeAgain(ask)).toEqual({ kind: 'refused', because: 'no_capacity' })
    })

    test('takes nothing for a deployment that has changed, or belongs to another reconciler', async () => {
      const placed = await place(job)
      clock = new Date(begin.getTime() + 2 * hourMs)
      await sql`update hubs set seen_at = ${clock}`.execute(db.connection)
      const ask = await askOf(placed.id)
      const superseded = { kind: 'superseded' }
      expect(await placer.placeAgain({ ...ask, reconcilerId: 'rec_other' })).toEqual(superseded)
      expect(await placer.placeAgain({ ...ask, claim: { ...ask.claim, version: 7 } })).toEqual(superseded)
      expect(await freeAt(db, 'de-1')).toEqual([8])
    })

    test('makes no further attempt at a hub that has failed', async () => {
      const placed = await place()
      expect(await placer.placeAgain(await askOf(placed.id, ['de-1']))).toEqual({
        kind: 'refused',
        because: 'no_feasible_hub',
      })
    })
  })
})
