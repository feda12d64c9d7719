/** For the tests of a `describe`: a database, three simulated hubs, processes that end with the test, and what to do to them. */
import type { DeploymentStatus } from '@service/compute-domain/deployments/status.ts'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { Instance } from '@service/compute-engines/engine.ts'
import type { HubCondition } from '@service/compute-engines/simulated/hub-conditions.ts'
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { stopDeployments } from '@service/compute-server/deployments/stop-deployments.ts'
import { migrations } from '@service/compute-server/migration-folders.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import type { TestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { aHub } from '../placement/a-hub.ts'
import {
  type ControlPlaneSetup,
  companyId,
  type Found,
  find,
  forgetAll,
  runningAt,
  startProcess,
  type TestProcess,
} from './control-plane.ts'

const now = () => new Date()
const newId = makeNewId({ now, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) })

export function useControlPlane({ create }: TestEngine) {
  const db = beforeTests(
    () => create(migrations),
    (created) => created.drop(),
  )
  const hubs: readonly Hub[] = [
    aHub({ id: 'se-1', country: 'SE' }),
    aHub({ id: 'fr-1', country: 'FR' }),
    aHub({ id: 'pl-1', country: 'PL' }),
  ]
  /** Of each test its own. */
  const simulation = { conditions: new Map<string, HubCondition>(), instances: simulatedInstancesInMemory() }
  let running: TestProcess[] = []

  beforeEach(() => {
    simulation.conditions = new Map(hubs.map(({ id }) => [id, { pullMs: 5, startMs: 5 }]))
    simulation.instances = simulatedInstancesInMemory()
  })
  afterEach(async () => {
    await Promise.all(running.map((process) => process.close()))
    running = []
    await forgetAll(db)
  })

  const conditionOf = (hubId: string): HubCondition => simulation.conditions.get(hubId)!

  /** Deploys nothing before its placer knows the hubs, unless they are lost. */
  async function start(more: Partial<ControlPlaneSetup> = {}): Promise<TestProcess> {
    const setup = { hubs, ...simulation, ...more }
    const process = await startProcess(db, setup)
    running.push(process)
    const reachable = setup.hubs.map(({ id }) => id).filter((id) => !setup.conditions.get(id)?.unreachable)
    await expect.poll(() => process.readyHubs()).toEqual(expect.arrayContaining(reachable))
    return process
  }

  return {
    db,
    hubs,
    simulation,
    conditionOf,
    start,
    async end(process: TestProcess): Promise<void> {
      running = running.filter((other) => other !== process)
      await process.close()
    },
    async becomes(id: string, status: DeploymentStatus): Promise<Found> {
      await expect.poll(async () => (await find(db, id)).status, { interval: 10 }).toBe(status)
      return find(db, id)
    },
    lose: (hubId: string) => Object.assign(conditionOf(hubId), { unreachable: true }),
    heal: (hubId: string) => Object.assign(conditionOf(hubId), { unreachable: false, hung: false, full: false }),
    async runningInstancesOf(id: string): Promise<Instance[]> {
      return (await runningAt(hubs, simulation.instances)).filter(({ deploymentId }) => deploymentId === id)
    },
    stop: (id: string): Promise<unknown> =>
      db.transaction((tx) =>
        stopDeployments(tx, { now, newId }, { companyId, ids: [id], reason: 'user', actor: testKey }),
      ),
  }
}
