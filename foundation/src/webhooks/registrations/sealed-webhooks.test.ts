import { randomBytes } from 'node:crypto'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { aWebhookAdministration, by, recordedBy } from '@service/foundation-testing/webhooks/administration.ts'
import { aCompany } from '@service/foundation-testing/webhooks/deliveries.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeResealSecrets } from '../../sealing/reseal-secrets.ts'
import { requireKeysOf } from '../../sealing/sealed-rows.ts'
import { makeSealer, sealingKeyIdOf } from '../../sealing/sealer.ts'
import type { SealingKey } from '../../sealing/sealing-keys.ts'
import { makeCreateWebhook } from './create-webhook.ts'
import { makeRotateSecret } from './rotate-secret.ts'
import { sealedWebhooks as sealed } from './sealed-webhooks.ts'

const key = (id: string): SealingKey => ({ id, bytes: randomBytes(32) })
const [old, next] = [key('old'), key('next')]
const [oldSealer, bothSealer, nextSealer] = [
  makeSealer([old], { randomBytes }),
  makeSealer([next, old], { randomBytes }),
  makeSealer([next], { randomBytes }),
]
const url = 'https://example.com/hook'

describe.each(databaseEngines)('changing the sealing key on $name', ({ create }) => {
  let db: TestDatabase
  let admin: ReturnType<typeof aWebhookAdministration>
  let companyId: string
  beforeAll(async () => {
    db = await create()
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await sql`delete from webhooks`.execute(db.connection)
    admin = aWebhookAdministration(db)
    companyId = await aCompany(db)
  })

  const secrets = async () =>
    (
      await sql<{ id: string; secret: string | null; previous: string | null }>`
        select id, secret_sealed as secret, previous_secret_sealed as previous from webhooks order by id`.execute(
        db.connection,
      )
    ).rows
  const start = (sealer = nextSealer) =>
    requireKeysOf(db.connection, sealed, { sealer, now: admin.now, setting: 'TEST_SECRETS_KEYS' })
  const createWith = (sealer = oldSealer) => makeCreateWebhook({ ...admin, sealer })

  test('every secret is resealed, in batches, and stays the same', async () => {
    for (let n = 0; n < 103; n++) {
      if (n % 50 === 0) companyId = await aCompany(db)
      await createWith()(by, companyId, { url, ...(n % 3 !== 0 && { secret: `secret ${n}` }) })
    }
    const [rotated] = (await secrets()).filter(({ secret }) => secret !== null)
    const { rows } = await sql<{ of: string }>`select company_id as of from webhooks where id = ${rotated!.id}`.execute(
      db.connection,
    )
    const rotate = makeRotateSecret({ ...admin, sealer: bothSealer })
    await rotate(by, rows[0]!.of, rotated!.id, { secret: 'newest', graceMs: 60_000 })

    const before = (await secrets()).map(({ id, secret }) => secret && bothSealer.open(secret, id))
    const reseal = makeResealSecrets({ ...admin, sealed, sealer: bothSealer })
    expect(await reseal(by)).toEqual({ keyId: 'next', resealed: 68 })
    const after = await secrets()
    expect(after.map(({ id, secret }) => secret && nextSealer.open(secret, id))).toEqual(before)
    expect(nextSealer.open(after.find(({ id }) => id === rotated!.id)!.previous!, rotated!.id)).toBe('secret 1')
    expect(await reseal(by)).toEqual({ keyId: 'next', resealed: 0 })
    expect((await admin.eventsAbout('webhooks'))[1]).toMatchObject({
      ...recordedBy,
      companyId: null,
      action: 'secrets.reseal',
      after: { keyId: 'next', resealed: 68 },
    })
    await start()
  })

  test('an unknown key leaves everything unchanged', async () => {
    await createWith()(by, companyId, { url, secret: 'mine' })
    const before = await secrets()
    await expect(makeResealSecrets({ ...admin, sealed, sealer: nextSealer })(by)).rejects.toThrow(
      'sealing key old is not known',
    )
    expect(await secrets()).toEqual(before)
  })

  test('a start without a key that is needed is refused, and the key named', async () => {
    await start()
    await createWith()(by, companyId, { url, secret: 'mine' })
    await createWith()(by, companyId, { url })
    await expect(start()).rejects.toThrow(/old \(1 secret\).*TEST_SECRETS_KEYS/)
    await start(bothSealer)
    await start(oldSealer)
  })

  test('a secret whose grace period is over needs no key', async () => {
    const { webhook } = await createWith()(by, companyId, { url, secret: 'mine' })
    const rotate = makeRotateSecret({ ...admin, sealer: bothSealer })
    await rotate(by, companyId, webhook.id, { graceMs: 60_000 })
    await expect(start()).rejects.toThrow('old (1 secret)')
    admin.clock.aheadMs = 61_000
    await start()
    const [left] = await secrets()
    expect([sealingKeyIdOf(left!.secret!), left!.previous]).toEqual(['next', null])
  })
})
