import { setTimeout as sleep } from 'node:timers/promises'
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { EngineFault } from '@service/compute-engines/engine.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import { simulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { takenIn } from '@service/compute-testing/placement/placer.ts'
import {
  type ControlPlaneSetup,
  companyId,
  eventsOf,
  find,
  forgetAll,
  hubState,
  quickLimits,
  quickly,
  runningAt,
  startProcess,
  type TestProcess,
} from '@service/compute-testing/reconcile/control-plane.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stopDeployments } from '../deployments/stop-deployments.ts'
import { migrations } from '../migration-folders.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) })

describe.each(databaseEngines)('the control plane on $name', ({ create }) => {
  const hubs = [
    aHub({ id: 'se-1', country: 'SE' }),
    aHub({ id: 'fr-1', country: 'FR' }),
    aHub({ id: 'pl-1', country: 'PL' }),
  ]
  let db: TestDatabase
  let around: ControlPlaneSetup
  let running: TestProcess[] = []

  beforeAll(async () => {
    db = await create(migrations)
  })
  afterAll(() => db.drop())
  beforeEach(() => {
    const quick = { pullMs: 5, startMs: 5 }
    around = {
      hubs,
      conditions: new Map(hubs.map(({ id }) => [id, { ...quick }])),
      instances: simulatedInstancesInMemory(),
    }
  })
  afterEach(async () => {
    await Promise.all(running.map((process) => process.close()))
    running = []
    await forgetAll(db)
  })

  async function start(more: Partial<ControlPlaneSetup> = {}, on: Database = db): Promise<TestProcess> {
    const process = await startProcess(on, { ...around, ...more })
    running.push(process)
    await expect.poll(() => Promise.all(hubs.map(({ id }) => hubState(db, id)))).not.toContain('unreachable')
    // What placers know follows the announcement.
    await sleep(100)
    return process
  }
  async function end(process: TestProcess): Promise<void> {
    running = running.filter((other) => other !== process)
    await process.close()
  }
  const becomes = async (id: string, status: DeploymentStatus) => {
    await expect.poll(async () => (await find(db, id)).status, { interval: 10 }).toBe(status)
    return find(db, id)
  }
  const lose = (hubId: string) => Object.assign(around.conditions.get(hubId)!, { unreachable: true })
  const heal = (hubId: string) =>
    Object.assign(around.conditions.get(hubId)!, { unreachable: false, hung: false, full: false })
  const instancesOf = async (id: string) =>
    (await runningAt(hubs, around.instances)).filter(({ deploymentId }) => deploymentId === id)
  const stop = (id: string) =>
    db.transaction((tx) =>
      stopDeployments(tx, { now, newId }, { companyId, ids: [id], reason: 'user', actor: testKey }),
    )

  test('a deployment runs, and stops when it is asked to, and its GPUs are free again', async () => {
    const process = await start()
    const id = await process.deploy()
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'se-1', attempt: 1, reason: null })
    expect(await instancesOf(id)).toHaveLength(1)
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })

    await stop(id)
    expect(await becomes(id, 'stopped')).toMatchObject({ reason: 'user', lease: null })
    expect(await instancesOf(id)).toEqual([])
    expect(await takenIn(db)).toEqual({ allocated: 0, missing: 0 })
    expect(await eventsOf(db, id)).toEqual(['provisioning', 'running', 'stopping', 'stopped'])
  })

  test('jobs end by themselves, each as its exit code says', async () => {
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
  ])('%s fails with %s and words, at the first hub, and leaves nothing behind', async (image, reason) => {
    const process = await start()
    const id = await process.deploy({ image })
    expect(await becomes(id, 'failed')).toMatchObject({ reason, attempt: 1, message: expect.stringMatching(/\w/) })
    expect(await instancesOf(id)).toEqual([])
    expect(await takenIn(db)).toEqual({ allocated: 0, missing: 0 })
  })

  test('what an engine says is told, though it be no text', async () => {
    const refuse = async () => {
      throw new EngineFault('start-refused', 'no such\0file \ud800')
    }
    const [{ id: hubId, nodes }] = hubs as [Hub]
    const engine = simulatedEngine({ hubId, nodes, instances: around.instances, clock: runningClock() })
    const process = await start({ engineOf: () => ({ ...engine, apply: refuse }) })
    const id = await process.deploy()
    expect(await becomes(id, 'failed')).toMatchObject({ message: 'no such\ufffdfile \ufffd' })
  })

  test('a hub without room after all is left for the next, and three are tried at the most', async () => {
    const process = await start()
    around.conditions.get('se-1')!.full = true
    const elsewhere = await process.deploy()
    expect(await becomes(elsewhere, 'running')).toMatchObject({ hubId: 'fr-1', attempt: 2 })
    for (const { id } of hubs) around.conditions.get(id)!.full = true
    const nowhere = await process.deploy()
    expect(await becomes(nowhere, 'failed')).toMatchObject({ reason: 'attempts_exhausted', attempt: 3 })
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
  })

  test('a stop in the middle of a slow start ends it at once', async () => {
    const process = await start()
    around.conditions.get('se-1')!.pullMs = 60_000
    const id = await process.deploy()
    await expect.poll(async () => (await find(db, id)).lease).not.toBeNull()
    await sleep(100)
    await stop(id)
    expect(await becomes(id, 'stopped')).toMatchObject({ reason: 'user' })
    expect(await takenIn(db)).toEqual({ allocated: 0, missing: 0 })
    await sleep(500)
    expect(await instancesOf(id)).toEqual([])
  })

  test('a slow pull shows', async () => {
    const process = await start()
    around.conditions.get('se-1')!.pullMs = 60_000
    const id = await process.deploy()
    await expect.poll(async () => (await find(db, id)).reason).toBe('pulling')
  })

  test('a lost hub’s services go elsewhere, and never run twice once it is back', async () => {
    const process = await start()
    const id = await process.deploy()
    await becomes(id, 'running')
    lose('se-1')
    await becomes(id, 'failing_over')
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'fr-1', attempt: 2 })
    expect(await hubState(db, 'se-1')).toBe('unreachable')
    expect(await instancesOf(id)).toHaveLength(2) // nobody can be asked there

    heal('se-1')
    await expect.poll(() => hubState(db, 'se-1'), { interval: 1 }).toBe('ready')
    const [only, ...others] = await instancesOf(id)
    expect([only?.attempt, others]).toEqual([2, []])
    expect(await eventsOf(db, id)).toEqual(['provisioning', 'running', 'failing_over', 'attempt_begun', 'running'])
    await expect.poll(() => takenIn(db)).toEqual({ allocated: 1, missing: 1 })
  })

  test('what nobody was made to look at leaves a lost hub all the same', async () => {
    const process = await start()
    const id = await process.deploy()
    await becomes(id, 'running')
    lose('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    await sleep(100)
    // As if the process had died when it had written that the hub is silent, and nothing else.
    await sql`update deployments set due_at = null where deployment_id = ${id} and lease is null`.execute(db.connection)
    await expect.poll(() => find(db, id), { timeout: 5_000 }).toMatchObject({ status: 'running', hubId: 'fr-1' })
  })

  test('a job waits for its lost hub and goes on there', async () => {
    const process = await start()
    const id = await process.deploy({ durationHours: 5 })
    await becomes(id, 'running')
    lose('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('unreachable')
    await sleep(quickLimits.failOverMs + 300)
    expect(await find(db, id)).toMatchObject({ status: 'running', hubId: 'se-1' })
    heal('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('ready')
    await sleep(300)
    expect(await find(db, id)).toMatchObject({ status: 'running', attempt: 1 })
  })

  test('a hub that flaps evicts nobody', async () => {
    const process = await start()
    const ids = await Promise.all([process.deploy(), process.deploy(), process.deploy()])
    for (const id of ids) await becomes(id, 'running')
    for (let flap = 0; flap < 8; flap++) {
      lose('se-1')
      await sleep(200)
      heal('se-1')
      await sleep(200)
    }
    for (const id of ids) expect(await find(db, id)).toMatchObject({ status: 'running', hubId: 'se-1', attempt: 1 })
  })

  test('an engine that hangs holds nobody else up', async () => {
    const process = await start()
    around.conditions.get('se-1')!.hung = true
    const id = await process.deploy()
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'fr-1', attempt: 2 })
    const other = await process.deploy({ regions: ['PL'] })
    await becomes(other, 'running')
    heal('se-1')
    await expect.poll(() => takenIn(db)).toEqual({ allocated: 2, missing: 2 })
    expect(await instancesOf(id)).toHaveLength(1)
  })

  test('with nowhere to go, a failover ends where it began when the hub is back in time', async () => {
    const process = await start()
    const id = await process.deploy({ regions: ['SE'] })
    await becomes(id, 'running')
    lose('se-1')
    await becomes(id, 'failing_over')
    await sleep(300)
    heal('se-1')
    expect(await becomes(id, 'running')).toMatchObject({ hubId: 'se-1', attempt: 1 })
    expect(await instancesOf(id)).toHaveLength(1)
  })

  test('stopping does not wait for ever for a lost hub, and the hub is cleared when it is back', async () => {
    const process = await start()
    const id = await process.deploy()
    await becomes(id, 'running')
    lose('se-1')
    await stop(id)
    await becomes(id, 'stopped')
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 }) // it may run there still
    heal('se-1')
    await expect.poll(() => takenIn(db)).toEqual({ allocated: 0, missing: 0 })
    expect(await instancesOf(id)).toEqual([])
  })

  test('an instance that somebody removes at the hub is made anew; a job is not', async () => {
    const process = await start()
    const [service, job] = [await process.deploy(), await process.deploy({ durationHours: 5 })]
    await becomes(service, 'running')
    await becomes(job, 'running')
    for (const { name } of await runningAt(hubs, around.instances)) await around.instances.delete('se-1', name)
    await expect.poll(async () => (await find(db, service)).attempt).toBe(2)
    await becomes(service, 'running')
    expect(await becomes(job, 'failed')).toMatchObject({ reason: 'instance_gone' })
    expect(await takenIn(db)).toEqual({ allocated: 1, missing: 1 })
  })

  test('strangers with our label are removed after a while', async () => {
    await start()
    const stranger = {
      ...{ hubId: 'fr-1', name: 'svc-unknown-1', deploymentId: 'dep_unknown', companyId, attempt: 1 },
      ...{ image: 'sim/ok', gpus: 1, job: false, appliedAt: now(), pullMs: 0, startMs: 0, stoppedAt: null },
    }
    await around.instances.put(stranger)
    await sleep(200)
    expect(await around.instances.get('fr-1', 'svc-unknown-1')).toBeDefined()
    await expect.poll(() => around.instances.get('fr-1', 'svc-unknown-1')).toBeUndefined()
  })

  test('an ended instance is kept for its logs, and then forgotten', async () => {
    const settings = { ...quickly, limits: { ...quickLimits, keepMs: 400 } }
    const process = await start({ settings })
    const id = await process.deploy({ image: 'sim/exit-0', durationHours: 1 })
    await becomes(id, 'stopped')
    expect(await around.instances.list('se-1')).toHaveLength(1)
    await expect.poll(() => around.instances.list('se-1')).toEqual([])
    expect(await find(db, id)).toMatchObject({ status: 'stopped', reason: 'completed' })
  })

  test('a restart finds what runs and begins nothing twice, and gives a silent hub its grace anew', async () => {
    const first = await start()
    const ids = await Promise.all(Array.from({ length: 10 }, () => first.deploy({ regions: ['SE', 'FR'] })))
    for (const id of ids) await becomes(id, 'running')
    lose('se-1')
    await sleep(150)
    await end(first)
    await sleep(quickLimits.failOverMs)

    const second = await startProcess(db, around)
    running.push(second)
    await sleep(quickLimits.failOverMs / 2)
    const lost = (await Promise.all(ids.map((id) => find(db, id)))).filter(({ hubId }) => hubId === 'se-1')
    expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['running']))
    heal('se-1')
    await expect.poll(() => hubState(db, 'se-1')).toBe('ready')
    expect(await runningAt(hubs, around.instances)).toHaveLength(10)
    for (const id of ids) expect(await find(db, id)).toMatchObject({ status: 'running', attempt: 1 })
  })

  test('what waits for cleaner power starts when waiting pays no more, or stops when it is asked to', async () => {
    let cleaner = true
    const process = await start({
      placer: {
        forecastOf: (_zone, hours) => ({
          from: now(),
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

  test('what is metered is what the engine says', async () => {
    const process = await start()
    const id = await process.deploy({ count: 4 })
    await becomes(id, 'running')
    await sleep(200)
    await stop(id)
    await becomes(id, 'stopped')
    const { rows } = await sql<{ ms: number; metered: number }>`
      select sum(s.gpu_ms)::bigint as metered, (extract(epoch from a.finished_at - a.started_at) * 4000)::bigint as ms
        from allocations a join usage_segments s using (allocation_id)
       where a.deployment_id = ${id} group by a.allocation_id`.execute(db.connection)
    expect(rows[0]!.metered).toBe(rows[0]!.ms)
    expect(rows[0]!.ms).toBeGreaterThan(0)
  })

  test('hundreds start at once', async () => {
    const large = Array.from({ length: 4 }, (_, i) => aHub({ id: `hub-${i}`, gpus: [100] }))
    const conditions = new Map(large.map(({ id }) => [id, { pullMs: 5, startMs: 5 }]))
    const process = await startProcess(db, { ...around, hubs: large, conditions })
    running.push(process)
    await expect.poll(() => hubState(db, 'hub-3')).toBe('ready')
    await sleep(100)
    await Promise.all(Array.from({ length: 300 }, () => process.deploy()))
    const statuses = async () => {
      const { rows } = await sql<{ status: string; count: number }>`
        select status, count(*) as count from deployments group by 1`.execute(db.connection)
      return rows
    }
    await expect.poll(statuses).toEqual([{ status: 'running', count: 300 }])
    expect(await runningAt(large, around.instances)).toHaveLength(300)
  })
})
