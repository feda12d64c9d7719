import { randomBytes } from 'node:crypto'
import { testAccess } from '@service/foundation-testing/access.ts'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KeyRing } from '../keys/key-ring.ts'
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
    const administration = anAdministration({ db, now, newId })
    const keys = await KeyRing.open({
      access: testAccess,
      db,
      nowMs: Date.now,
      uptimeMs: () => performance.now(),
      report: (error) => {
        throw error
      },
    })
    const { key: first } = await renewDemoAccount(administration)
    const known = await keys.authenticate(first)
    expect(known!.permissions).toEqual(new Set(testAccess.scopes))

    const { key: second } = await renewDemoAccount(administration)
    await expect.poll(() => keys.authenticate(first)).toBeUndefined()
    expect((await keys.authenticate(second))?.companyId).toBe(known!.companyId)
    await keys.close()
  })
})
