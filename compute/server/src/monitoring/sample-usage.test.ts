/** What runs is sampled once a minute, at hubs that can be made to fall silent. */

import { noResources } from '@service/compute-domain/resources/model/resources.ts'
import { runningClock } from '@service/compute-engines/simulated/clock.ts'
import type { HubCondition } from '@service/compute-engines/simulated/hub-conditions.ts'
import { SimulatedEngine } from '@service/compute-engines/simulated/simulated-engine.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { aCompany, aDeployment } from '@service/compute-testing/metering/metering.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { samplePruner } from './privacy.ts'
import { between } from './sample-store.ts'
import { sampleUsage } from './sample-usage.ts'
import { minuteMs } from './usage-history.ts'

describe.each(databaseEngines)('samples of usage on $name', ({ create }) => {
  const db = beforeTests(
    () => create(migrations),
    (created) => created.drop(),
  )
  const clock = runningClock()
  const never = new AbortController().signal
  const hubs = ['clean', 'silent'].map((id) => {
    const condition: HubCondition = { pullMs: 0, startMs: 0 }
    const hub = aHub({ id, country: 'SE' })
    const instances = simulatedInstancesInMemory()
    const conditions = new Map([[id, condition]])
    return { id, condition, engine: new SimulatedEngine({ hubId: id, nodes: hub.nodes, instances, clock, conditions }) }
  })
  const log = makeLogger({ level: 'error', form: 'json' })
  let at = new Date(Date.now() + minuteMs)
  const sample = () =>
    sampleUsage({ db, now: () => at, log, engineOf: (id) => hubs.find((hub) => hub.id === id)?.engine }, never)

  async function runningAt(hubId: string) {
    const companyId = await aCompany(db)
    const { deploymentId, allocationId } = await aDeployment(db, { companyId, at })
    await sql`update deployments set attempt = 1 where deployment_id = ${deploymentId}`.execute(db.connection)
    await sql`update allocations set hub_id = ${hubId} where allocation_id = ${allocationId}`.execute(db.connection)
    const order = { name: allocationId, deploymentId, companyId, attempt: 1, image: 'sim/ok', command: null, env: {} }
    const wishes = { args: null, registryLogin: null, resources: noResources }
    const { engine } = hubs.find(({ id }) => id === hubId)!
    await engine.apply(
      { ...order, ...wishes, port: null, gpuType: 'H100', nodes: [{ name: 'n', gpus: 1 }], job: false },
      never,
    )
    const window = { from: new Date(at.getTime() - minuteMs), to: new Date(at.getTime() + 10 * minuteMs) }
    const read = (of = companyId) => between(db.connection, { companyId: of, deploymentId }, window)
    return { companyId, deploymentId, read }
  }

  test('each minute has one sample, which only its company reads, until it is too old', async () => {
    const { read } = await runningAt('clean')
    expect(await sample()).toBe(1)
    expect(await sample()).toBe(1) // by a process that takes over within the minute
    expect(await read()).toMatchObject([{ attempt: 1, at, memoryBytes: expect.any(Number) }])
    const first = at
    at = new Date(at.getTime() + minuteMs)
    await sample()
    expect((await read()).map((one) => one.at)).toEqual([first, at])
    expect(await read(await aCompany(db))).toEqual([])
    const { prune } = samplePruner(minuteMs)
    expect(
      await db.transaction((tx) => prune(tx, new Date(at.getTime() - (at.getTime() % minuteMs)), 100)),
    ).toBeGreaterThanOrEqual(1)
    expect((await read()).map((one) => one.at)).toEqual([at])
  })

  test('a hub that does not respond leaves a gap at its own deployments alone', async () => {
    const [near, far] = [await runningAt('clean'), await runningAt('silent')]
    const { condition } = hubs[1]!
    condition.unreachable = true
    at = new Date(at.getTime() + minuteMs)
    await sample()
    expect(await near.read()).toHaveLength(1)
    expect(await far.read()).toEqual([])
    condition.unreachable = false
    at = new Date(at.getTime() + minuteMs)
    await sample()
    expect(await far.read()).toHaveLength(1)
  })

  test('nothing is kept of what has ended or was deleted', async () => {
    const [ended, deleted] = [await runningAt('clean'), await runningAt('clean')]
    at = new Date(at.getTime() + minuteMs)
    await sql`
      update deployments set status = 'stopped', ended_at = ${at} where deployment_id = ${ended.deploymentId}`.execute(
      db.connection,
    )
    await sql`update deployments set deleted_at = ${at} where deployment_id = ${deleted.deploymentId}`.execute(
      db.connection,
    )
    await sample()
    expect(await ended.read()).toEqual([])
    expect(await deleted.read()).toEqual([])
  })
})
