/** Through the placer, the reconciler and engines: deployments are counted by the clocks of their engines, and no longer. */

import { randomBytes } from 'node:crypto'
import { starterLimitMs } from '@service/compute-domain/metering/gpu-hours.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { alteredEngine } from '@service/compute-testing/engine/altered-engine.ts'
import { aMeter, countedOf, gpuMsOf } from '@service/compute-testing/metering/metering.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'

import {
  type ControlPlaneSetup,
  companyId,
  eventsOf,
  find,
  quickLimits,
  quickly,
  startProcess,
  type TestProcess,
} from '@service/compute-testing/reconcile/control-plane.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { databaseEngines, runsWhole, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopDeployments } from '../deployments/stop-deployments.ts'
import { migrations } from '../migration-folders.ts'
import type { ControlPlaneSettings } from '../reconcile/reconcile.ts'
import { makeMeteringMetrics } from './metering-metrics.ts'
import { makeStopExhausted } from './stop-exhausted.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes })

describe.each(databaseEngines)('metered deployments on $name', (engine) => {
  const { create } = engine
  // Real to the control plane, so that their time counts against the company's hours.
  const hubs = [
    aHub({ id: 'se-1', country: 'SE', simulated: false }),
    aHub({ id: 'fr-1', country: 'FR', simulated: false }),
  ]
  let db: TestDatabase
  let around: ControlPlaneSetup
  let process: TestProcess

  /** A machine that is busy with other tests is no hub that is lost. */
  const patiently = { ...quickly, limits: { ...quickLimits, unreachableMs: 10_000, failOverMs: 30_000 } }

  beforeEach(async () => {
    db = await create(migrations)
    const conditions = new Map(hubs.map(({ id }) => [id, { pullMs: 5, startMs: 5 }]))
    around = { hubs, conditions, instances: simulatedInstancesInMemory(), settings: patiently }
    process = await start()
  })
  afterEach(async () => {
    await process.close()
    await db.drop()
  })

  async function start(): Promise<TestProcess> {
    const started = await startProcess(db, around)
    await expect.poll(() => started.readyHubs().length).toBe(hubs.length)
    return started
  }
  const becomes = (id: string, status: string) =>
    expect.poll(async () => (await find(db, id)).status, { interval: 10 }).toBe(status)
  const stop = (id: string) =>
    db.transaction((tx) =>
      stopDeployments(tx, { now, newId }, { companyId, ids: [id], reason: 'user', actor: testKey }),
    )
  async function instanceOf(id: string): Promise<Instance> {
    const { hubId } = await find(db, id)
    const engine = new SimulatedEngine({ hubId: hubId!, nodes: [], instances: around.instances, clock: runningClock() })
    const listed = await engine.list(new AbortController().signal)
    await engine.close()
    return listed.find(({ deploymentId }) => deploymentId === id)!
  }
  const lasted = ({ startedAt, finishedAt }: Instance) => finishedAt!.getTime() - startedAt!.getTime()

  test('a service is metered from its start to its end at the engine, and its reserved hours are released', async () => {
    const id = await process.deploy({ count: 4 })
    await becomes(id, 'running')
    expect(await countedOf(db, companyId)).toMatchObject([{ reservedMs: 4 * 60_000 }])
    await aMeter(db, now).heartbeat()
    await stop(id)
    await becomes(id, 'stopped')
    const gpuMs = 4 * lasted(await instanceOf(id))
    expect(gpuMs).toBeGreaterThan(0)
    expect(await gpuMsOf(db, { deploymentId: id })).toBe(gpuMs)
    expect(await countedOf(db, companyId)).toMatchObject([{ usedMs: gpuMs, segmentMs: gpuMs, reservedMs: 0 }])
  })

  test('a restart of the control plane neither loses nor doubles metered time', async () => {
    const id = await process.deploy({ count: 2 })
    await becomes(id, 'running')
    await process.close()
    process = await start()
    await aMeter(db, now).heartbeat()
    await stop(id)
    await becomes(id, 'stopped')
    expect(await gpuMsOf(db, { deploymentId: id })).toBe(2 * lasted(await instanceOf(id)))
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('a deployment that never starts costs nothing', async () => {
    Object.assign(around.conditions.get('se-1')!, { pullMs: 60_000 })
    Object.assign(around.conditions.get('fr-1')!, { pullMs: 60_000 })
    const id = await process.deploy()
    await becomes(id, 'provisioning')
    await stop(id)
    await becomes(id, 'stopped')
    expect(await countedOf(db, companyId)).toMatchObject([{ usedMs: 0, reservedMs: 0, openReservedMs: 0 }])
  })

  describe('without an open port', () => {
    const quick = { ...patiently, limits: { ...patiently.limits, freeStartMs: 1_000 } }

    /** The engines as they are, but that instances have a port where nobody listens. */
    async function startDeaf(settings: ControlPlaneSettings): Promise<void> {
      await process.close()
      const engines = new Map(
        hubs.map(({ id: hubId, nodes }) => {
          const { instances, conditions } = around
          const engine = new SimulatedEngine({ hubId, nodes, instances, clock: runningClock(), conditions })
          const deaf = (instance: Instance) => ({ ...instance, hasPort: true, address: { host: '127.0.0.1', port: 9 } })
          const heard = alteredEngine(engine, {
            apply: async (...asked) => deaf(await engine.apply(...asked)),
            inspect: async (...asked) => {
              const found = await engine.inspect(...asked)
              return found && deaf(found)
            },
          })
          return [hubId, heard]
        }),
      )
      around = { ...around, settings, engineOf: (hubId) => engines.get(hubId) }
      process = await start()
    }

    test('a container that is up for long is metered from its start, though it never counts as running', async () => {
      await startDeaf(quick)
      const id = await process.deploy({ count: 4 })
      const counted = () => gpuMsOf(db, { deploymentId: id })
      await expect.poll(async () => aMeter(db, now).heartbeat().then(counted), { timeout: 10_000 }).toBeGreaterThan(0)
      expect(await find(db, id)).toMatchObject({ status: 'provisioning', reason: 'starting' })
      await stop(id)
      await becomes(id, 'stopped')
      expect(await counted()).toBe(4 * lasted(await instanceOf(id)))
      expect(await countedOf(db, companyId)).toMatchObject([{ reservedMs: 0, openReservedMs: 0 }])
    })

    test('a container that its customer stops is metered, however soon', async () => {
      await startDeaf({ ...quick, limits: { ...quick.limits, freeStartMs: 60_000 } })
      const id = await process.deploy()
      await expect.poll(async () => (await instanceOf(id))?.state).toBe('running')
      await stop(id)
      await becomes(id, 'stopped')
      const gpuMs = lasted(await instanceOf(id))
      expect(gpuMs).toBeGreaterThan(0)
      expect(await countedOf(db, companyId)).toMatchObject([{ usedMs: gpuMs, segmentMs: gpuMs, reservedMs: 0 }])
    })

    test('a start that is given up is metered if it took long, and free if not', async () => {
      for (const [startMs, free] of [
        [1_500, false],
        [200, true],
      ] as const) {
        await startDeaf({ ...quick, limits: { ...quick.limits, startMs } })
        const id = await process.deploy()
        await becomes(id, 'failed')
        expect((await find(db, id)).reason).toBe('start_timeout')
        expect(await gpuMsOf(db, { deploymentId: id })).toBe(free ? 0 : lasted(await instanceOf(id)))
      }
    })
  })

  test('a deployment on a lost hub is metered to the hub’s last proof of life, and the next attempt from its start', async () => {
    await process.close()
    around = { ...around, settings: quickly }
    process = await start()
    const id = await process.deploy()
    await becomes(id, 'running')
    const { hubId } = await find(db, id)
    await aMeter(db, now).heartbeat()
    Object.assign(around.conditions.get(hubId!)!, { unreachable: true })
    await expect.poll(() => eventsOf(db, id)).toContain('failing_over')
    await becomes(id, 'running')
    expect((await find(db, id)).hubId).not.toBe(hubId)
    const { rows } = await sql<{ hub: string; from: Date; until: Date; seen: Date; live: boolean }>`
      select s.hub_id as hub, s.from_at as "from", s.metered_until as until, h.seen_at as seen, s.live
        from usage_segments s join hubs h on h.hub_id = s.hub_id
       where s.deployment_id = ${id} order by s.from_at`.execute(db.connection)
    expect(rows.map(({ hub, live }) => [hub === hubId, live])).toEqual([
      [true, false],
      [false, true],
    ])
    // It may have started behind the last proof, and then nothing of it is counted.
    const [{ from, until, seen }] = rows as [(typeof rows)[number]]
    expect(until.getTime()).toBeLessThanOrEqual(Math.max(from.getTime(), seen.getTime()))
    expect(rows[1]!.from).toEqual((await instanceOf(id)).startedAt)
  })

  test('once the hours are used up and the grace is over, deployments are stopped and new ones refused', async () => {
    const id = await process.deploy()
    await becomes(id, 'running')
    await sql`update gpu_hours set used_ms = ${starterLimitMs}, exhausted_at = ${new Date(Date.now() - 59_000)}`.execute(
      db.connection,
    )
    const metrics = makeMeteringMetrics(makeMetrics('test_'))
    const stopExhausted = (from: () => Date) => makeStopExhausted({ db, now: from, newId, metrics })()
    await stopExhausted(now)
    expect(await find(db, id)).toMatchObject({ status: 'running' })
    await stopExhausted(() => new Date(Date.now() + 2_000))
    await becomes(id, 'stopped')
    expect(await find(db, id)).toMatchObject({ reason: 'quota_exhausted' })
    await expect(process.deploy()).rejects.toMatchObject({ code: 'quota-exceeded', status: 403 })
  })
})
