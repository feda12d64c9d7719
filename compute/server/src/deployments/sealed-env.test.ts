import { randomBytes } from 'node:crypto'
import { aCompany, aDeployment } from '@service/compute-testing/metering/metering.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { makeResealSecrets } from '@service/foundation/sealing/reseal-secrets.ts'
import { requireKeysOf } from '@service/foundation/sealing/sealed-rows.ts'
import { makeSealer } from '@service/foundation/sealing/sealer.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { openEnv, sealEnv } from './sealed-env.ts'
import { sealedEnvRows } from './sealed-env-rows.ts'

const key = (id: string) => ({ id, bytes: randomBytes(32) })
const [old, next] = [key('old'), key('next')]
const oldSealer = makeSealer([old], { randomBytes })
const bothSealer = makeSealer([next, old], { randomBytes })
const nextSealer = makeSealer([next], { randomBytes })
const now = () => new Date('2026-11-20T09:00:00.000Z')

describe.each(databaseEngines)('sealed environment variables on $name', ({ create }) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await create(migrations)
  })
  afterAll(() => db.drop())

  test('no variables are stored as nothing, and sealed ones open for their own deployment only', () => {
    expect(sealEnv(oldSealer, 'dep_1', {})).toBeNull()
    expect(openEnv(oldSealer, 'dep_1', null)).toEqual({})
    const sealed = sealEnv(oldSealer, 'dep_1', { A: 'b' })
    expect(openEnv(oldSealer, 'dep_1', sealed)).toEqual({ A: 'b' })
    expect(() => openEnv(oldSealer, 'dep_2', sealed)).toThrow('does not open')
  })

  test('are sealed again under the first key, and a start without a key that is needed is refused', async () => {
    const companyId = await aCompany(db)
    const ids: string[] = []
    for (let n = 0; n < 103; n++) {
      const { deploymentId: id } = await aDeployment(db, { companyId, at: now() })
      ids.push(id)
      const sealed = sealEnv(oldSealer, id, n === 0 ? {} : { N: String(n) })
      await sql`update deployments set env_sealed = ${sealed} where deployment_id = ${id}`.execute(db.connection)
    }
    const start = (sealer = nextSealer) =>
      requireKeysOf(db.connection, sealedEnvRows, { sealer, now, setting: 'COMPUTE_SECRETS_KEYS' })
    await expect(start()).rejects.toThrow(/of deployments .*old \(102 secrets\).*COMPUTE_SECRETS_KEYS/)

    const newId = makeNewId({ now, randomBytes })
    const reseal = makeResealSecrets({ db, now, newId, sealer: bothSealer, sealed: sealedEnvRows })
    expect(await reseal(by)).toEqual({ keyId: 'next', resealed: 102 })
    await start()
    const { rows } = await sql<{ id: string; sealed: string | null }>`
      select deployment_id as id, env_sealed as sealed from deployments order by deployment_id`.execute(db.connection)
    const opened = new Map(rows.map(({ id, sealed }) => [id, openEnv(nextSealer, id, sealed)]))
    expect(ids.map((id) => opened.get(id))).toEqual(ids.map((_, n) => (n === 0 ? {} : { N: String(n) })))
    expect(await reseal(by)).toEqual({ keyId: 'next', resealed: 0 })
  })
})
