/** A request with an idempotency key whose process died after the work was committed, before its answer was stored. */

import { newClient, type RunningService, runService } from '@service/compute-testing/running-service.ts'
import type { Client } from '@service/foundation-testing/client.ts'
import { databaseEngines, postgres, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../src/migration-folders.ts'

/** Only one process can open the embedded engine. */
describe.runIf(databaseEngines.includes(postgres))('a request that is resumed', () => {
  let db: TestDatabase
  let service: RunningService
  let client: Client
  beforeAll(async () => {
    db = await postgres.create(migrations)
    service = await runService(postgres, { settings: { COMPUTE_DATABASE_URL: db.options.url! } })
    client = await newClient(service)
  })
  afterAll(async () => {
    await service?.stop()
    await db?.drop()
  })

  const deploy = async (): Promise<string> => {
    const asked = { gpu_type: 'H100', region: 'eu', image: 'sim/ok' }
    const { body } = await client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', asked)
    return `/v1/compute/deployments/${body.deployment_id}`
  }
  const forgetResponse = (key: string) =>
    sql`update idempotency_records set status = null, content_type = null, body = null where key = ${key}`.execute(
      db.connection,
    )
  const remove = (path: string, key: string) => client.send('DELETE', path, undefined, {}, { 'Idempotency-Key': key })

  test('succeeds again although the deployment is gone, and that response is kept', async () => {
    const path = await deploy()
    expect((await remove(path, 'a-delete')).status).toBe(204)
    await forgetResponse('a-delete')
    const resumed = await remove(path, 'a-delete')
    expect([resumed.status, resumed.headers.get('Idempotent-Replayed')]).toEqual([204, null])
    const replayed = await remove(path, 'a-delete')
    expect([replayed.status, replayed.headers.get('Idempotent-Replayed')]).toEqual([204, 'true'])
  })

  test('deletes what is still there, and is 404 for what never was', async () => {
    const [path, never] = [await deploy(), '/v1/compute/deployments/dep_00000000000000000000000000']
    expect((await remove(never, 'of-nothing')).status).toBe(404)
    await forgetResponse('of-nothing')
    expect((await remove(never, 'of-nothing')).status).toBe(404)
    expect((await remove(path, 'another')).status).toBe(204)
    expect((await remove(path, 'a-new-one')).status).toBe(404)
  })
})
