import { randomBytes } from 'node:crypto'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdministration } from '../admin/administration.ts'
import { KeyRing } from '../keys/key-ring.ts'
import { scopes } from '../keys/scopes.ts'
import { makeNewId } from '../new-id.ts'
import { renewDemoAccount } from './demo-account.ts'

describe.each(databaseEngines)('the demo account on $name', ({ create }) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await create()
  })
  afterAll(() => db.drop())

  test('each start has a new key with every scope, and the key of the start before is refused', async () => {
    const now = () => new Date()
    const newId = makeNewId({ now, randomBytes })
    const administration = makeAdministration({ db, now, newId, randomBytes, migrations: [], redactors: [] })
    const keys = await KeyRing.open({
      db,
      nowMs: Date.now,
      uptimeMs: () => performance.now(),
      report: (error) => {
        throw error
      },
    })
    const { key: first } = await renewDemoAccount(administration)
    const known = await keys.authenticate(first)
    expect([...known!.scopes].sort()).toEqual([...scopes].sort())

    const { key: second } = await renewDemoAccount(administration)
    await expect.poll(() => keys.authenticate(first)).toBeUndefined()
    expect((await keys.authenticate(second))?.companyId).toBe(known!.companyId)
    await keys.close()
  })
})
