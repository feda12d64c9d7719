import { hourMs } from '@service/compute-domain/time/time.ts'
import { aHub } from '@service/compute-testing/placement/a-hub.ts'
import { aPlacer, aSpec, writeHubs } from '@service/compute-testing/placement/placer.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeReadDeployment } from '../deployments/read-deployments.ts'
import { migrations } from '../migration-folders.ts'
import type { Placer } from './placement.ts'

const companyId = 'cmp_invented'
const noon = new Date('2026-11-20T12:00:00.000Z')
const after = (hours: number) => new Date(noon.getTime() + hours * hourMs)

describe.each(databaseEngines)('the outlook on room for waiting deployments, on $name', ({ create }) => {
  let db: TestDatabase
  let placer: Placer
  let clock: Date
  const hubs = [aHub({ id: 'se-1', country: 'SE', gpus: [1] }), aHub({ id: 'de-1', gpus: [8] })]
  const job = aSpec({ durationHours: 1, maxDelayHours: 6 })

  beforeAll(async () => {
    db = await create(migrations)
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    clock = noon
    await writeHubs(db, hubs)
    await sql`update hubs set seen_at = ${after(12)}`.execute(db.connection)
    placer = await open()
  })
  afterEach(async () => {
    await placer.close()
    await sql`truncate hubs, hub_gpus, deployments, allocations, deployment_events, gpu_hours cascade`.execute(
      db.connection,
    )
  })

  /** Sweden is cleanest at three; Germany never is clean. */
  const open = () =>
    aPlacer(db, hubs, {
      now: () => clock,
      forecastOf: (zone, hours) => ({
        from: noon,
        values: Float64Array.from({ length: hours }, (_, hour) => (zone === 'DE' ? 340 : hour === 3 ? 10 : 100)),
        method: 'history',
      }),
    })
  const place = () => placer.placeDeployment({ companyId, actor: testKey, spec: job, operation: undefined })
  async function placeAgain(id: string) {
    const work = await makeReadDeployment({ db })(companyId, id)
    const { rows } = await sql<{ version: number }>`
      update deployments set lease = 'rec_test' where deployment_id = ${id} returning version`.execute(db.connection)
    const ask = { claim: { ...work, companyId, version: rows[0]!.version }, reconcilerId: 'rec_test', excludedHubs: [] }
    return placer.placeAgain(ask)
  }

  test('one deployment waits for the best hour of the only GPU, and the next does not wait for the same hour', async () => {
    expect(await place()).toMatchObject({ status: 'scheduled' })
    expect(await place()).toMatchObject({ status: 'provisioning', hubId: 'se-1' })
  })

  const reopen = async () => {
    await placer.close()
    placer = await open()
  }
  const setFree = (hubId: string, gpus: number) =>
    sql`update hub_gpus set free = array[${gpus}]::integer[], version = version + 1 where hub_id = ${hubId}`.execute(
      db.connection,
    )

  test('a waiting deployment is planned again every hour, by any process', async () => {
    const first = await place()
    await reopen()
    clock = after(1)
    expect(await placeAgain(first.id)).toEqual({ kind: 'later', startAt: after(2) })
    expect(await place()).toMatchObject({ status: 'provisioning', hubId: 'se-1' })
    await setFree('se-1', 1)
    await reopen()
    clock = after(3)
    expect(await placeAgain(first.id)).toMatchObject({ kind: 'placed' })
  })

  test('a running job’s GPU is expected back when it ends, and not before', async () => {
    const [waiting, running] = [await place(), await place()]
    expect([waiting.status, running.status]).toEqual(['scheduled', 'provisioning'])
    await setFree('de-1', 0)
    await reopen()
    clock = after(0.5)
    expect(await placeAgain(waiting.id)).toMatchObject({ kind: 'later' })
    expect(placer.preview(job).plan).toMatchObject({ kind: 'wait', site: { id: 'se-1' }, expectedStart: after(1) })
  })
})
