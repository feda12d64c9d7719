import { setImmediate as nextIteration } from 'node:timers/promises'
import { aDeployment, runAt, setStatus } from '@service/compute-testing/gateway.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { RouteTable } from './route-table.ts'

const address = { host: '127.0.0.1', port: 8_001 }
const elsewhere = { host: '127.0.0.1', port: 8_002 }

describe.each(databaseEngines)('the table of routes on $name', ({ create, name: engine }) => {
  let db: TestDatabase
  let table: RouteTable
  let clockMs = 0
  let queries = 0
  let changed: string[] = []
  beforeAll(async () => {
    db = await create(migrations)
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    changed = []
    table = await RouteTable.open({ db: counted(db), uptimeMs: () => clockMs, onChange: (id) => changed.push(id) })
    queries = 0
  })
  afterEach(() => table.close())

  /** The same database, whose look-ups are counted. */
  const counted = (db: Database): Database => ({
    ...db,
    get connection() {
      queries += 1
      return db.connection
    },
  })

  /** Its making is announced, too, and would be taken for the change that a test is about. */
  const heard = async ({ id }: { id: string }) => {
    await expect.poll(() => changed).toContain(id)
    changed = []
  }

  test('concurrent lookups of a name make one query', async () => {
    const [one, two] = [
      await aDeployment(db, { address }),
      await aDeployment(db, { status: 'provisioning', reason: 'pulling' }),
    ]
    await heard(one)
    const found = await Promise.all(Array.from({ length: 100 }, (_, i) => table.find(i % 2 ? one.name : two.name)))
    expect(found[1]).toEqual({ ...route(one), status: 'running', reason: null, address })
    expect(found[0]).toEqual({ ...route(two), status: 'provisioning', reason: 'pulling', address: null })
    expect((await table.find(one.name))?.address).toEqual(address)
    expect(queries).toBe(1)
  })

  const route = ({ id, name }: { id: string; name: string }) => ({
    deploymentId: id,
    companyId: 'cmp_1',
    access: 'public',
    name,
    simulated: false,
  })

  test('a change is seen at once, and reported', async () => {
    const deployment = await aDeployment(db, { address })
    await heard(deployment)
    expect((await table.find(deployment.name))?.address).toEqual(address)
    await runAt(db, deployment, elsewhere)
    await heard(deployment)
    expect((await table.find(deployment.name))?.address).toEqual(elsewhere)
    await setStatus(db, deployment, 'stopped', 'user')
    await expect.poll(async () => (await table.find(deployment.name))?.status).toBe('stopped')
  })

  test('of several attempts the newest running one with a port counts', async () => {
    const deployment = await aDeployment(db, { address })
    await runAt(db, deployment, elsewhere)
    await sql`update allocations set state = 'running' where deployment_id = ${deployment.id}`.execute(db.connection)
    await expect.poll(async () => (await table.find(deployment.name))?.address).toEqual(elsewhere)
    await sql`update allocations set state = 'lost' where deployment_id = ${deployment.id}`.execute(db.connection)
    await setStatus(db, deployment, 'failing_over', 'hub_lost')
    await expect.poll(async () => (await table.find(deployment.name))?.address).toBe(null)
  })

  test('a deleted deployment is not found', async () => {
    const deployment = await aDeployment(db, { address })
    await sql`update deployments set deleted_at = now() where deployment_id = ${deployment.id}`.execute(db.connection)
    expect(await table.find(deployment.name)).toBeUndefined()
  })

  test('an unknown name is queried at most once a second', async () => {
    for (let i = 0; i < 5; i++) expect(await table.find('dep-none')).toBeUndefined()
    expect(queries).toBe(1)
    clockMs += 1_001
    expect(await table.find('dep-none')).toBeUndefined()
    expect(queries).toBe(2)
  })

  test('a change during a lookup is not missed', async () => {
    const deployment = await aDeployment(db, { address })
    await heard(deployment)
    for (let i = 0; i < 20; i++) {
      const at = i % 2 ? address : elsewhere
      const moved = runAt(db, deployment, at)
      while (!changed.includes(deployment.id)) {
        await table.find(deployment.name)
        await nextIteration()
      }
      await moved
      expect((await table.find(deployment.name))?.address).toEqual(at)
      changed = []
    }
  })

  if (engine !== 'postgres') return
  test('while the database is down, known routes are served and others are refused', async () => {
    const [known, unknown] = [await aDeployment(db, { address }), await aDeployment(db, { address })]
    const again = await db.openAgain()
    const cutOff = await RouteTable.open({ db: again, uptimeMs: () => clockMs, onChange: () => {} })
    await cutOff.find(known.name)
    await again.close()
    expect((await cutOff.find(known.name))?.address).toEqual(address)
    await expect(cutOff.find(unknown.name)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    await cutOff.close()
  })

  test('while announcements are not received, nothing older than a second is trusted', async () => {
    const deployment = await aDeployment(db, { address })
    expect((await table.find(deployment.name))?.address).toEqual(address)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen %'`.execute(db.connection)
    await sql`update deployments set status = 'stopped' where deployment_id = ${deployment.id}`.execute(db.connection)
    await expect
      .poll(async () => {
        clockMs += 1_000
        return (await table.find(deployment.name))?.status
      })
      .toBe('stopped')
  })
})
