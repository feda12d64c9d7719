/** Several processes on one server share the work, and those that are left go on with all of it. */
import { simulatedInstancesInMemory } from '@service/compute-engines/simulated/simulated-instances.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { takenIn } from '@service/compute-testing/placement/placer.ts'
import {
  type ControlPlaneSetup,
  find,
  hubState,
  runningAt,
  startProcess,
  type TestProcess,
} from '@service/compute-testing/reconcile/control-plane.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { heartbeat, releaseDead } from './membership-store.ts'

const servers = databaseEngines.filter(({ name }) => name === 'postgres')

describe.each(servers)('several control planes on $name', ({ create }) => {
  const hubs = [aHub({ id: 'se-1', country: 'SE', gpus: [64] }), aHub({ id: 'fr-1', country: 'FR', gpus: [64] })]
  let db: TestDatabase
  let around: ControlPlaneSetup
  const open: { process: TestProcess; database: Database }[] = []

  beforeEach(async () => {
    db = await create(migrations)
    around = {
      hubs,
      conditions: new Map(hubs.map(({ id }) => [id, { pullMs: 5, startMs: 5 }])),
      instances: simulatedInstancesInMemory(),
    }
  })
  afterEach(async () => {
    for (const { process, database } of open.splice(0)) {
      await process.close()
      await database.close()
    }
    await db.drop()
  })

  async function start(): Promise<TestProcess> {
    const database = await db.openAgain()
    const process = await startProcess(database, around)
    open.push({ process, database })
    for (const { id } of hubs) await expect.poll(() => hubState(db, id)).toBe('ready')
    return process
  }
  async function endFirst(): Promise<void> {
    const { process, database } = open.shift()!
    await process.close()
    await database.close()
  }
  async function allRun(ids: readonly string[]): Promise<void> {
    await expect
      .poll(async () => new Set((await Promise.all(ids.map((id) => find(db, id)))).map(({ status }) => status)))
      .toEqual(new Set(['running']))
  }

  test('start each deployment once, and go on without the first', async () => {
    const [first, second] = [await start(), await start()]
    const ids = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? first : second).deploy()))
    await allRun(ids)
    expect(await runningAt(hubs, around.instances)).toHaveLength(40)

    await endFirst()
    around.conditions.get('se-1')!.unreachable = true
    await expect.poll(async () => (await find(db, ids[0]!)).attempt).toBe(2)
    await allRun(ids)
    around.conditions.get('se-1')!.unreachable = false
    await expect.poll(async () => (await runningAt(hubs, around.instances)).length).toBe(40)
    await expect.poll(() => takenIn(db)).toEqual({ allocated: 40, missing: 40 })
  })

  test('take over what a dead one held, and not what a living one holds', async () => {
    const process = await start()
    around.conditions.get('se-1')!.pullMs = 3_000
    const id = await process.deploy()
    await expect.poll(async () => (await find(db, id)).lease).not.toBeNull()
    await releaseDead(db.connection, 'rec_other', new Date(), false)
    expect((await find(db, id)).lease).not.toBeNull()

    await endFirst()
    await heartbeat(db.connection, 'rec_dead', 1)
    await sql`update deployments set lease = 'rec_dead', due_at = null where deployment_id = ${id}`.execute(
      db.connection,
    )
    around.conditions.get('se-1')!.pullMs = 5
    await start()
    await allRun([id])
  })
})
