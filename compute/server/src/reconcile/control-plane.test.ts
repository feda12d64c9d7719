import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { EngineFault } from '@service/compute-engines/engine.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import { alteredEngine } from '@service/compute-testing/engine/altered-engine.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { takenIn } from '@service/compute-testing/placement/placer.ts'
import {
  companyId,
  eventsOf,
  find,
  quickLimits,
  quickly,
  runningAt,
} from '@service/compute-testing/reconcile/control-plane.ts'
import { useControlPlane } from '@service/compute-testing/reconcile/use-control-plane.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

describe.each(databaseEngines)('the control plane on $name', (engine) => {
  const { db, hubs, simulation, conditionOf, start, end, becomes, runningInstancesOf, stop } = useControlPlane(engine)

  test('a deployment runs until it is stopped, and then its GPUs are free again', async () => {
    const process = await start()
    const id = await process.deploy()
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'se-1', attempt: 1, reason: null })
    expect(await runningInstancesOf(id)).toHaveLength(1)
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })

    await stop(id)
    expect(await becomes(id, 'stopped')).toMatchObject({ reason: 'user', lease: null })
    expect(await runningInstancesOf(id)).toEqual([])
    expect(await takenIn(db)).toEqual({ allocated: 0, missing: 0 })
    expect(await eventsOf(db, id)).toEqual(['provisioning', 'running', 'stopping', 'stopped'])
  })

  test('a deployment ends at its own age, whichever process is there by then', async () => {
    const first = await start()
    const [id, other] = [await first.deploy({ maxLifetimeHours: 1 / 3_600 }), await first.deploy()]
    await becomes(id, 'running')
    await becomes(other, 'running')
    await end(first)
    await start()
    const { runningAt: from, endedAt: to, reason } = await becomes(id, 'stopped')
    expect(reason).toBe('max_lifetime')
    expect(to!.getTime() - from!.getTime()).toBeGreaterThanOrEqual(1_000)
    expect(await runningInstancesOf(id)).toEqual([])
    expect(await find(db, other)).toMatchObject({ status: 'running' })
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
  })

  test('a job ends as stopped or failed, by its exit code', async () => {
    const process = await start()
    const [good, bad] = [
      await process.deploy({ image: 'sim/exit-0', durationHours: 1 }),
      await process.deploy({ image: 'sim/exit-3', durationHours: 1 }),
    ]
    expect(await becomes(good, 'stopped')).toMatchObject({ reason: 'completed' })
    expect(await eventsOf(db, good)).toEqual(['provisioning', 'running', 'stopping', 'stopped'])
    expect(await becomes(bad, 'failed')).toMatchObject({ reason: 'exit_code', message: expect.stringContaining('3') })
    expect(await takenIn(db)).toEqual({ allocated: 0, missing: 0 })
  })

  test.each([
    ['sim/missing', 'image_not_found'],
    ['sim/private', 'image_denied'],
    ['sim/refused', 'container_start_failed'],
    ['sim/crash', 'crash_loop'],
    ['sim/oom', 'out_of_memory'],
  ])('%s fails with %s and a message at the first hub, and leaves nothing behind', async (image, reason) => {
    // The pauses between restarts double.
    const process = await start({ settings: { ...quickly, limits: { ...quickLimits, restarts: 3 } } })
    const id = await process.deploy({ image })
    expect(await becomes(id, 'failed')).toMatchObject({ reason, attempt: 1, message: expect.stringMatching(/\w/) })
    expect(await runningInstancesOf(id)).toEqual([])
    expect(await takenIn(db)).toEqual({ allocated: 0, missing: 0 })
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('a message of an engine that is no valid text is shown without what cannot be stored', async () => {
    const refuse = async () => {
      throw new EngineFault('start-refused', 'no such\0file \ud800')
    }
    const [{ id: hubId, nodes }] = hubs as [Hub]
    const engine = new SimulatedEngine({ hubId, nodes, instances: simulation.instances, clock: runningClock() })
    const process = await start({ engineOf: () => alteredEngine(engine, { apply: refuse }) })
    const id = await process.deploy()
    expect(await becomes(id, 'failed')).toMatchObject({ message: 'no such\ufffdfile \ufffd' })
  })

  test('a hub that turns out to be full is left for the next, and at most three are tried', async () => {
    const process = await start()
    conditionOf('se-1').full = true
    const elsewhere = await process.deploy()
    expect(await becomes(elsewhere, 'running')).toMatchObject({ hubId: 'fr-1', attempt: 2 })
    for (const { id } of hubs) conditionOf(id).full = true
    const nowhere = await process.deploy()
    expect(await becomes(nowhere, 'failed')).toMatchObject({ reason: 'attempts_exhausted', attempt: 3 })
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
  })

  test('a stop ends a slow start at once', async () => {
    const process = await start()
    conditionOf('se-1').pullMs = 60_000
    const id = await process.deploy()
    await expect.poll(async () => (await find(db, id)).reason).toBe('pulling')
    await stop(id)
    expect(await becomes(id, 'stopped')).toMatchObject({ reason: 'user' })
    expect(await takenIn(db)).toEqual({ allocated: 0, missing: 0 })
    await end(process) // and with it whatever of the start was still under way
    expect(await simulation.instances.list('se-1')).toMatchObject([{ stoppedAt: expect.any(Date) }])
  })

  test('a slow pull is shown as the reason', async () => {
    const process = await start()
    conditionOf('se-1').pullMs = 60_000
    const id = await process.deploy()
    await expect.poll(async () => (await find(db, id)).reason).toBe('pulling')
  })

  test('a service whose instance was removed at the hub is started again; a job fails', async () => {
    const process = await start()
    const [service, job] = [await process.deploy(), await process.deploy({ durationHours: 5 })]
    await becomes(service, 'running')
    await becomes(job, 'running')
    for (const { name } of await runningAt(hubs, simulation.instances)) await simulation.instances.delete('se-1', name)
    await expect.poll(async () => (await find(db, service)).attempt).toBe(2)
    await becomes(service, 'running')
    expect(await becomes(job, 'failed')).toMatchObject({ reason: 'instance_gone' })
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
  })

  test('an unknown instance with our label is removed after a grace', async () => {
    await start()
    const stranger = {
      ...{ hubId: 'fr-1', name: 'svc-unknown-1', deploymentId: 'dep_unknown', companyId, attempt: 1 },
      ...{ image: 'sim/ok', gpus: 1, job: false, appliedAt: new Date(), pullMs: 0, startMs: 0, stoppedAt: null },
    }
    await simulation.instances.put(stranger)
    const putAt = performance.now()
    await expect.poll(() => simulation.instances.get('fr-1', stranger.name), { interval: 5 }).toBeUndefined()
    expect(performance.now() - putAt).toBeGreaterThanOrEqual(quickly.orphanMs!)
  })

  test('an ended instance is kept for its logs, and then removed', async () => {
    const settings = { ...quickly, limits: { ...quickLimits, keepMs: 400 } }
    const process = await start({ settings })
    const id = await process.deploy({ image: 'sim/exit-0', durationHours: 1 })
    await becomes(id, 'stopped')
    expect(await simulation.instances.list('se-1')).toHaveLength(1)
    await expect.poll(() => simulation.instances.list('se-1')).toEqual([])
    expect(await find(db, id)).toMatchObject({ status: 'stopped', reason: 'completed' })
  })

  test('a deployment that waits for cleaner power starts once waiting does not pay, or stops when asked to', async () => {
    let cleaner = true
    const process = await start({
      placer: {
        forecastOf: (_zone, hours) => ({
          from: new Date(),
          values: Float64Array.from({ length: hours }, (_, hour) => (cleaner && hour >= 3 ? 10 : 300)),
          method: 'annual-mean',
        }),
      },
    })
    const request = { durationHours: 1, maxDelayHours: 12 }
    const [waits, unwanted] = [await process.deploy(request), await process.deploy(request)]
    expect(await find(db, waits)).toMatchObject({ status: 'scheduled', hubId: null, attempt: 0 })
    await stop(unwanted)
    await becomes(unwanted, 'stopped')

    const makeDue = async (): Promise<Date> => {
      const { rows } = await sql<{ dueAt: Date }>`
        update deployments set start_at = now(), due_at = now() where deployment_id = ${waits} returning due_at`.execute(
        db.connection,
      )
      return rows[0]!.dueAt
    }
    const isPostponed = async (dueAt: Date) => {
      const { rows } = await sql<{ postponed: boolean }>`
        select lease is null and due_at > ${dueAt}::timestamptz + interval '1 ms' as postponed from deployments
         where deployment_id = ${waits} and status = 'scheduled'`.execute(db.connection)
      return rows[0]?.postponed
    }
    const dueAt = await makeDue()
    await expect.poll(() => isPostponed(dueAt)).toBe(true)
    cleaner = false
    await makeDue()
    expect(await becomes(waits, 'running')).toMatchObject({ attempt: 1 })
    expect(await eventsOf(db, waits)).toEqual(['scheduled', 'provisioning', 'running'])
    expect(await eventsOf(db, unwanted)).toEqual(['scheduled', 'stopping', 'stopped'])
  })

  test('a deployment is metered from its start to its end at the engine', async () => {
    const process = await start()
    const id = await process.deploy({ count: 4 })
    await becomes(id, 'running')
    await stop(id)
    await becomes(id, 'stopped')
    const { rows } = await sql<{ ms: number; metered: number }>`
      select sum(s.gpu_ms)::bigint as metered, (extract(epoch from a.finished_at - a.started_at) * 4000)::bigint as ms
        from allocations a join usage_segments s using (allocation_id)
       where a.deployment_id = ${id} group by a.allocation_id`.execute(db.connection)
    expect(rows[0]!.metered).toBe(rows[0]!.ms)
    expect(rows[0]!.ms).toBeGreaterThan(0)
  })

  test('300 deployments start at once', async () => {
    const large = Array.from({ length: 4 }, (_, i) => aHub({ id: `hub-${i}`, gpus: [100] }))
    const conditions = new Map(large.map(({ id }) => [id, { pullMs: 5, startMs: 5 }]))
    const process = await start({ hubs: large, conditions })
    await Promise.all(Array.from({ length: 300 }, () => process.deploy()))
    const statuses = async () => {
      const { rows } = await sql<{ status: string; count: number }>`
        select status, count(*) as count from deployments group by 1`.execute(db.connection)
      return rows
    }
    await expect.poll(statuses).toEqual([{ status: 'running', count: 300 }])
    expect(await runningAt(large, simulation.instances)).toHaveLength(300)
  })
})
