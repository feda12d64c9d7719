import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { takenIn } from '@service/compute-testing/placement/placer.ts'
import {
  eventsOf,
  find,
  hubState,
  quickLimits,
  quickly,
  runningAt,
} from '@service/compute-testing/reconcile/control-plane.ts'
import { useControlPlane } from '@service/compute-testing/reconcile/use-control-plane.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { unreachableAmong } from '../hubs/hubs.ts'
import { makeReportEnds } from '../metering/metering.ts'
import { makeHubActs } from './hub-acts.ts'
import type { AtStep } from './steps.ts'

describe.each(databaseEngines)('lost hubs on $name', (engine) => {
  const { db, hubs, simulation, conditionOf, start, end, becomes, lose, heal, runningInstancesOf, stop } =
    useControlPlane(engine)

  test('services of a lost hub go elsewhere, and do not run twice once it is back', async () => {
    const process = await start()
    const id = await process.deploy()
    await becomes(id, 'running')
    // As an engine reports it that knows what it has fetched; the simulation does not.
    const digest = `sha256:${'d'.repeat(64)}`
    await sql`update deployments set image_digest = ${digest} where deployment_id = ${id}`.execute(db.connection)
    lose('se-1')
    await becomes(id, 'failing_over')
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'fr-1', attempt: 2 })
    const [{ image } = { image: '' }] = await simulation.instances.list('fr-1')
    expect(image).toMatch(new RegExp(`@${digest}$`))
    expect(await hubState(db, 'se-1')).toBe('unreachable')
    expect(await runningInstancesOf(id)).toHaveLength(2) // nobody can be asked there

    heal('se-1')
    await expect.poll(() => hubState(db, 'se-1'), { interval: 1 }).toBe('ready')
    const [only, ...others] = await runningInstancesOf(id)
    expect([only?.attempt, others]).toEqual([2, []])
    expect(await eventsOf(db, id)).toEqual(['provisioning', 'running', 'failing_over', 'attempt_begun', 'running'])
    await expect.poll(() => takenIn(db)).toEqual({ allocated: 1, missing: 1 })
  })

  const now = () => new Date()
  const newId = makeNewId({ now, randomBytes })
  const actsOf = (atStep?: AtStep) =>
    makeHubActs({ db, now, newId, meter: { report: makeReportEnds({ now, newId }) }, ...(atStep && { atStep }) })
  const waitingAt = async (hubId: string) => {
    const { rows } = await sql`
      select from allocations where hub_id = ${hubId} and (released_at is null or removed_at is null)`.execute(
      db.connection,
    )
    return rows.length
  }

  test('a hub that never returns is written off', async () => {
    const acts = actsOf()
    const process = await start()
    const id = await process.deploy()
    await becomes(id, 'running')
    await expect(acts.removeHub(byTester, 'se-1')).rejects.toMatchObject({ code: 'conflict' })
    lose('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    await expect.poll(() => find(db, id)).toMatchObject({ status: 'running', hubId: 'fr-1' })
    expect(await acts.removeHub(byTester, 'se-1')).toEqual({ hub: 'se-1', allocations: 1, failingOver: 0, ended: 0 })
    expect(await hubState(db, 'se-1')).toBe('disabled')
    expect(await waitingAt('se-1')).toBe(0)
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
    await expect(acts.removeHub(byTester, 'se-1')).rejects.toMatchObject({ code: 'conflict' })
    await expect(acts.removeHub(byTester, 'nowhere')).rejects.toMatchObject({ code: 'not-found' })
    expect(await acts.setHubDraining(byTester, 'fr-1', true)).toEqual({ hub: 'fr-1', state: 'draining' })
    expect(await acts.setHubDraining(byTester, 'fr-1', false)).toEqual({ hub: 'fr-1', state: 'ready' })
  })

  test('what still is at a hub that is removed goes elsewhere or ends, all at once', async () => {
    // Nothing leaves the hub by itself while this test looks.
    const limits = { ...quickLimits, failOverMs: 600_000, giveUpMs: 1_200_000 }
    const process = await start({ settings: { ...quickly, limits } })
    const [service, job, stopped] = await Promise.all([
      process.deploy(),
      process.deploy({ durationHours: 5 }),
      process.deploy(),
    ])
    for (const id of [service, job, stopped]) expect(await becomes(id, 'running')).toMatchObject({ hubId: 'se-1' })
    lose('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    await stop(stopped)
    const before = await waitingAt('se-1')
    expect(before).toBe(3)

    // It dies before its commit: nothing of it is written.
    const dies = actsOf((step) => {
      if (step === 'during-metering') throw new Error('died')
    })
    await expect(dies.removeHub(byTester, 'se-1')).rejects.toThrow('died')
    expect([await hubState(db, 'se-1'), await waitingAt('se-1')]).toEqual(['unreachable', before])
    expect(await find(db, service)).toMatchObject({ status: 'running', hubId: 'se-1' })

    expect(await actsOf().removeHub(byTester, 'se-1')).toEqual({
      hub: 'se-1',
      allocations: 3,
      failingOver: 1,
      ended: 2,
    })
    expect([await hubState(db, 'se-1'), await waitingAt('se-1')]).toEqual(['disabled', 0])
    expect(await find(db, job)).toMatchObject({ status: 'failed', reason: 'hub_lost', dueAt: null })
    expect(await find(db, stopped)).toMatchObject({ status: 'stopped', reason: 'user' })
    await expect.poll(() => find(db, service)).toMatchObject({ status: 'running', hubId: 'fr-1', attempt: 2 })
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
    const { rows: live } = await sql<{ id: string }>`
      select deployment_id as id from usage_segments where live`.execute(db.connection)
    expect(live).toEqual([{ id: service }])
    const { rows: held } = await sql`select from gpu_hours_reserved where deployment_id <> ${service}`.execute(
      db.connection,
    )
    expect(held).toEqual([])

    // It comes back after all, under the same name: what ran there is ended, and nothing runs twice.
    heal('se-1')
    await process.close()
    await start({ settings: { ...quickly, limits } })
    await expect.poll(() => hubState(db, 'se-1')).toBe('ready')
    await expect.poll(async () => (await runningAt(hubs, simulation.instances)).length).toBe(1)
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('a start at a hub that is removed is fenced, though the service goes on starting', async () => {
    const limits = { ...quickLimits, failOverMs: 600_000, giveUpMs: 1_200_000, placeMs: 600_000 }
    const process = await start({ settings: { ...quickly, limits } })
    conditionOf('se-1').pullMs = 600_000
    const id = await process.deploy({ regions: ['SE'] })
    await becomes(id, 'provisioning')
    lose('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    await end(process)
    const read = async () => {
      const { rows } = await sql<{ status: string; version: number }>`
        select status, version from deployments where deployment_id = ${id}`.execute(db.connection)
      return rows[0]!
    }
    const { status, version } = await read()
    await actsOf().removeHub(byTester, 'se-1')
    expect(await read()).toEqual({ status, version: version + 1 })
    expect(await unreachableAmong(db.connection, ['se-1', 'fr-1'])).toEqual(new Set(['se-1']))
  })

  test('a deployment that was never made due leaves its lost hub all the same', async () => {
    // Shorter waits are slept through with the deployment claimed.
    const limits = { ...quickLimits, failOverMs: 2_500 }
    const process = await start({ settings: { ...quickly, limits } })
    const id = await process.deploy()
    await becomes(id, 'running')
    lose('se-1')
    await expect.poll(() => find(db, id)).toMatchObject({ lease: null, dueAt: expect.any(Date) })
    // As if the process had died when it had written that the hub is silent, and nothing else.
    const { numAffectedRows } = await sql`
      update deployments set due_at = null where deployment_id = ${id} and lease is null`.execute(db.connection)
    expect(numAffectedRows).toBe(1n)
    await expect.poll(() => find(db, id)).toMatchObject({ status: 'running', hubId: 'fr-1' })
  })

  test('a job waits for its lost hub and goes on there when it is back', async () => {
    const process = await start()
    const id = await process.deploy({ durationHours: 5 })
    await becomes(id, 'running')
    lose('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    await sleep(quickLimits.failOverMs + 300) // a service would go elsewhere within this time
    expect(await find(db, id)).toMatchObject({ status: 'running', hubId: 'se-1', dueAt: expect.any(Date) })
    heal('se-1')
    await expect.poll(() => find(db, id)).toMatchObject({ lease: null, dueAt: null })
    expect(await find(db, id)).toMatchObject({ status: 'running', attempt: 1 })
  })

  test('nothing leaves a hub that flaps', async () => {
    // Longer than one silence on a busy machine, shorter than all of them together.
    const limits = { ...quickLimits, failOverMs: 3_000 }
    const process = await start({ settings: { ...quickly, limits } })
    const ids = await Promise.all([process.deploy(), process.deploy(), process.deploy()])
    for (const id of ids) await becomes(id, 'running')
    for (let flap = 0; flap < 10; flap++) {
      lose('se-1')
      await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
      heal('se-1')
      await expect.poll(() => hubState(db, 'se-1')).toBe('ready')
    }
    for (const id of ids) expect(await find(db, id)).toMatchObject({ status: 'running', hubId: 'se-1', attempt: 1 })
  })

  test('an engine that hangs does not delay deployments at other hubs', async () => {
    const process = await start()
    conditionOf('se-1').hung = true
    const id = await process.deploy()
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'fr-1', attempt: 2 })
    const other = await process.deploy({ regions: ['PL'] })
    await becomes(other, 'running')
    heal('se-1')
    await expect.poll(() => takenIn(db)).toEqual({ allocated: 2, missing: 2 })
    expect(await runningInstancesOf(id)).toHaveLength(1)
  })

  test('a failover without another hub ends at the old one if that is back in time', async () => {
    const process = await start()
    const id = await process.deploy({ regions: ['SE'] })
    await becomes(id, 'running')
    lose('se-1')
    await expect.poll(() => find(db, id)).toMatchObject({ status: 'failing_over', reason: 'no_capacity' })
    heal('se-1')
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'se-1', attempt: 1 })
    expect(await runningInstancesOf(id)).toHaveLength(1)
  })

  test('a deployment on a lost hub can be stopped, and its instance is removed when the hub is back', async () => {
    const process = await start()
    const id = await process.deploy()
    await becomes(id, 'running')
    lose('se-1')
    await stop(id)
    await becomes(id, 'stopped')
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 }) // it may run there still
    heal('se-1')
    await expect.poll(() => takenIn(db)).toEqual({ allocated: 0, missing: 0 })
    expect(await runningInstancesOf(id)).toEqual([])
  })

  const isSilent = async (hubId: string) => {
    const { rows } = await sql<{ silent: boolean }>`
      select unreachable_since is not null as silent from hubs where hub_id = ${hubId}`.execute(db.connection)
    return rows[0]?.silent
  }

  test('after a restart nothing is started twice, and a silent hub gets its full grace again', async () => {
    const limits = { ...quickLimits, failOverMs: 8_000 } // nothing may leave while this test looks, on a busy machine either
    const settings = { ...quickly, limits }
    const first = await start({ settings })
    const ids = await Promise.all(Array.from({ length: 10 }, () => first.deploy({ regions: ['SE', 'FR'] })))
    for (const id of ids) await becomes(id, 'running')
    lose('se-1')
    await expect.poll(() => isSilent('se-1')).toBe(true)
    await end(first)
    await sql`
      update hubs set unreachable_since = unreachable_since - ${limits.failOverMs} * interval '1 ms',
                      seen_at = seen_at - ${limits.failOverMs} * interval '1 ms'
       where hub_id = 'se-1'`.execute(db.connection)

    await start({ settings })
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    const lost = (await Promise.all(ids.map((id) => find(db, id)))).filter(({ hubId }) => hubId === 'se-1')
    expect(lost.length).toBeGreaterThan(0)
    expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['running']))
    heal('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('ready')
    expect(await runningAt(hubs, simulation.instances)).toHaveLength(10)
    for (const id of ids) expect(await find(db, id)).toMatchObject({ status: 'running', attempt: 1 })
  })
})
