import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    const dataDir = mkdtempSync(join(tmpdir(), 'demo-key-'))
    const { key: first } = await renewDemoAccount(administration, { dataDir, isKept: false })
    const known = await keys.authenticate(first)
    expect(known!.permissions).toEqual(new Set(testAccess.scopes))

    const { key: second } = await renewDemoAccount(administration, { dataDir, isKept: false })
    await expect.poll(() => keys.authenticate(first)).toBeUndefined()
    expect((await keys.authenticate(second))?.companyId).toBe(known!.companyId)
    expect(readdirSync(dataDir)).toEqual([])

    // Kept on request, in a file for this account alone, until a start without that request.
    const kept = await renewDemoAccount(administration, { dataDir, isKept: true })
    const file = join(dataDir, 'demo-key')
    expect(kept.validity).toBe(`kept in ${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await renewDemoAccount(administration, { dataDir, isKept: true })).key).toBe(kept.key)
    expect(await keys.authenticate(kept.key)).toBeDefined()
    writeFileSync(file, 'svc_nonsense')
    const repaired = await renewDemoAccount(administration, { dataDir, isKept: true })
    expect(repaired.key).not.toBe(kept.key)
    expect(readFileSync(file, 'utf8').trim()).toBe(repaired.key)
    await renewDemoAccount(administration, { dataDir, isKept: false })
    expect(readdirSync(dataDir)).toEqual([])
    await expect.poll(() => keys.authenticate(repaired.key)).toBeUndefined()
    rmSync(dataDir, { recursive: true })
    await keys.close()
  })
})
