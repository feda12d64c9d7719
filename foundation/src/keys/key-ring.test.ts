import { randomBytes } from 'node:crypto'
import { testAccess } from '@service/foundation-testing/access.ts'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administration } from '../administration/administration.ts'
import type { Database } from '../database/database.ts'
import { makeNewId } from '../new-id.ts'
import { generateKey } from './key-format.ts'
import { KeyRing, type KeyRingOptions } from './key-ring.ts'
import * as keys from './key-store.ts'

const by = { actor: 'system', requestId: null } as const
const aMadeUpKey = () => generateKey(randomBytes)

/** Counts the queries that reach the database, for what must not ask it. */
function counting(db: Database): Database & { queries: number } {
  const counted = {
    ...db,
    queries: 0,
    connection: db.connection.withPlugin({
      transformQuery(args) {
        counted.queries++
        return args.node
      },
      async transformResult(args) {
        return args.result
      },
    }),
  }
  return counted
}

describe.each(databaseEngines)('key ring on $name', ({ create, name: engine }) => {
  let db: TestDatabase
  let admin: Administration
  let company: { id: string }
  let user: { id: string }
  let clock: Date
  const now = () => clock
  const rings: KeyRing[] = []
  const reported: unknown[] = []

  beforeAll(async () => {
    db = await create()
    clock = new Date('2026-11-20T09:00:00Z')
    const newId = makeNewId({ now, randomBytes })
    admin = anAdministration({ db, now, newId })
    company = await admin.createCompany(by, { slug: 'acme', name: 'Acme' })
    user = await admin.createUser(by, { companyId: company.id, email: 'ada@acme.example', name: 'Ada' })
  })
  afterAll(() => db.drop())
  beforeEach(() => {
    clock = new Date('2026-11-20T09:00:00Z')
    reported.length = 0
  })
  afterEach(async () => {
    for (const ring of rings.splice(0)) await ring.close()
  })

  const aKey = (extra: { expiresAt?: Date; scopes?: readonly 'alerts:read'[] } = {}) =>
    admin.createKey(by, { companyId: company.id, createdBy: user.id, name: 'test', ...extra })

  async function aRing(options: Partial<KeyRingOptions> = {}): Promise<KeyRing> {
    const ring = await KeyRing.open({
      access: testAccess,
      db,
      nowMs: () => clock.getTime(),
      uptimeMs: () => performance.now(),
      report: (error) => reported.push(error),
      ...options,
    })
    rings.push(ring)
    return ring
  }

  const isRefusedWithin = (timeout: number, ring: KeyRing, secret: string): Promise<void> =>
    expect.poll(() => ring.authenticate(secret), { timeout, interval: 5 }).toBeUndefined()

  test('a key authenticates a principal with its scopes and its company’s limits', async () => {
    const { key, secret } = await aKey()
    expect(await (await aRing()).authenticate(secret)).toEqual({
      actor: { kind: 'key', id: key.id },
      companyId: company.id,
      permissions: new Set(['alerts:read', 'screening:read']),
      limits: { requestsPerMinute: 120, monthlyQuota: 100_000 },
    })
  })

  test('a stored scope of another product grants nothing, and its key keeps working', async () => {
    const { key, secret } = await aKey()
    await sql`update api_keys set scopes = '{alerts:read,deployments:read}' where id = ${key.id}`.execute(db.connection)
    expect((await (await aRing()).authenticate(secret))?.permissions).toEqual(new Set(['alerts:read']))
    await admin.changeKey(by, company.id, key.id, { name: 'renamed' })
    const renewed = await admin.rotateKey(by, company.id, key.id, { overlapMs: 0 })
    expect((await (await aRing()).authenticate(renewed.secret))?.permissions).toEqual(new Set(['alerts:read']))
  })

  test('cached keys cause no queries', async () => {
    const counted = counting(db)
    const [{ secret }, ring] = [await aKey(), await aRing({ db: counted })]
    await ring.authenticate(secret)
    const before = counted.queries
    for (let i = 0; i < 1_000; i++) expect(await ring.authenticate(secret)).toBeDefined()
    expect(counted.queries).toBe(before)
  })

  test('concurrent lookups share queries, for one key and for many', async () => {
    const counted = counting(db)
    const [{ secret }, ring] = [await aKey(), await aRing({ db: counted })]
    const before = counted.queries
    await Promise.all(Array.from({ length: 100 }, () => ring.authenticate(secret)))
    expect(counted.queries - before).toBe(1)
    await Promise.all(Array.from({ length: 200 }, () => ring.authenticate(aMadeUpKey())))
    expect(counted.queries - before).toBeLessThanOrEqual(3)
  })

  test('a malformed key is refused without a query', async () => {
    const counted = counting(db)
    const ring = await aRing({ db: counted })
    const before = counted.queries
    for (const presented of [
      '',
      'svc_',
      'a'.repeat(64),
      `svc_${'A'.repeat(49)}`,
      'x'.repeat(1_000_000),
      '\0'.repeat(53),
    ]) {
      expect(await ring.authenticate(presented)).toBeUndefined()
    }
    expect(counted.queries).toBe(before)
  })

  test('an unknown key is looked up once, then remembered for a while', async () => {
    const counted = counting(db)
    let uptimeMs = 0
    const [madeUp, ring] = [aMadeUpKey(), await aRing({ db: counted, uptimeMs: () => uptimeMs })]
    const before = counted.queries
    for (let i = 0; i < 50; i++) expect(await ring.authenticate(madeUp)).toBeUndefined()
    expect(counted.queries - before).toBe(1)
    uptimeMs += 11_000
    await ring.authenticate(madeUp)
    expect(counted.queries - before).toBe(2)
  })

  test('a flood of unknown keys evicts no real one, and its queue is bounded', async () => {
    const counted = counting(db)
    const [{ secret }, ring] = [await aKey(), await aRing({ db: counted, maxKeys: 10, maxUnknown: 10 })]
    await ring.authenticate(secret)
    const outcomes = await Promise.allSettled(Array.from({ length: 3_000 }, () => ring.authenticate(aMadeUpKey())))
    const sentAway = outcomes.filter(({ status }) => status === 'rejected')
    expect(sentAway.length).toBe(3_000 - 1_024)
    expect(sentAway[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 1 } })
    const before = counted.queries
    expect(await ring.authenticate(secret)).toBeDefined()
    expect(counted.queries).toBe(before)
  })

  test('a key is refused from the millisecond of its expiry, cached or not', async () => {
    const expiresAt = new Date(clock.getTime() + 5_000)
    const [{ secret }, ring] = [await aKey({ expiresAt }), await aRing()]
    expect(await ring.authenticate(secret)).toBeDefined()
    clock = new Date(expiresAt.getTime() - 1)
    expect(await ring.authenticate(secret)).toBeDefined()
    clock = expiresAt
    expect(await ring.authenticate(secret)).toBeUndefined()
    expect(await (await aRing()).authenticate(secret)).toBeUndefined()
  })

  test('a revoked key is refused within a second', async () => {
    const [{ key, secret }, ring] = [await aKey(), await aRing()]
    await ring.authenticate(secret)
    await admin.revokeKey(by, company.id, key.id)
    await isRefusedWithin(1_000, ring, secret)
    expect(await (await aRing()).authenticate(secret)).toBeUndefined()
  })

  test('changed scopes and limits apply within a second', async () => {
    const [{ key, secret }, ring] = [await aKey(), await aRing()]
    await ring.authenticate(secret)
    await admin.changeKey(by, company.id, key.id, { scopes: ['alerts:read'] })
    await admin.changeCompany(by, 'acme', { requestsPerMinute: 7, monthlyQuota: 8 })
    await expect
      .poll(() => ring.authenticate(secret), { timeout: 1_000, interval: 10 })
      .toMatchObject({
        permissions: new Set(['alerts:read']),
        limits: { requestsPerMinute: 7, monthlyQuota: 8 },
      })
  })

  test('a rotated key is accepted until its overlap ends, beside the new one', async () => {
    const [{ key, secret }, ring] = [await aKey(), await aRing()]
    await ring.authenticate(secret)
    const rotated = await admin.rotateKey(by, company.id, key.id, { overlapMs: 60_000 })
    expect((await ring.authenticate(rotated.secret))?.actor.id).toBe(rotated.key.id)
    clock = new Date(clock.getTime() + 59_999)
    expect(await ring.authenticate(secret)).toBeDefined()
    clock = new Date(clock.getTime() + 1)
    await isRefusedWithin(1_000, ring, secret)
    expect(await ring.authenticate(rotated.secret)).toBeDefined()
  })

  test('the last use is written in batches, and the latest wins', async () => {
    const [{ key, secret }, early, late] = [await aKey(), await aRing(), await aRing()]
    const lastUse = async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select last_used_at as at from api_keys where id = ${key.id}`.execute(db.connection)
      return rows[0]?.at
    }
    await early.authenticate(secret)
    clock = new Date(clock.getTime() + 5_000)
    await late.authenticate(secret)
    expect(await lastUse()).toBeNull()
    await late.saveUses()
    await early.saveUses()
    expect(await lastUse()).toEqual(clock)
    expect(reported).toEqual([])
  })

  test('uses that could not be written are written later', async () => {
    let away = false
    const unsteady: Database = {
      ...db,
      get connection() {
        if (away) throw new Error('away')
        return db.connection
      },
    }
    const [{ key, secret }, ring] = [await aKey(), await aRing({ db: unsteady })]
    await ring.authenticate(secret)
    away = true
    await ring.saveUses()
    expect(reported).toHaveLength(1)
    await expect(ring.authenticate(aMadeUpKey())).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    away = false
    await ring.saveUses()
    const [saved] = (await keys.list(db.connection, company.id)).filter(({ id }) => id === key.id)
    expect(saved?.lastUsedAt).toEqual(clock)
  })

  describe('whose listener is cut off', () => {
    const aDeafRing = async () => {
      const heard = { live: true, interruptions: 0, uptimeMs: 0 }
      const listener = {
        get live() {
          return heard.live
        },
        get interruptions() {
          return heard.interruptions
        },
        close: async () => {},
      }
      const deaf: Database = { ...db, listen: async () => listener }
      return { heard, ring: await aRing({ db: deaf, uptimeMs: () => heard.uptimeMs }) }
    }

    test('trusts nothing older than a second', async () => {
      const [{ key, secret }, { heard, ring }] = [await aKey(), await aDeafRing()]
      await ring.authenticate(secret)
      heard.live = false
      await admin.revokeKey(by, company.id, key.id)
      heard.uptimeMs = 900
      expect(await ring.authenticate(secret)).toBeDefined()
      heard.uptimeMs = 901
      expect(await ring.authenticate(secret)).toBeUndefined()
    })

    test('reads everything again once it is connected again', async () => {
      const [{ key, secret }, { heard, ring }] = [await aKey(), await aDeafRing()]
      await ring.authenticate(secret)
      await admin.revokeKey(by, company.id, key.id)
      expect(await ring.authenticate(secret)).toBeDefined()
      heard.interruptions += 1
      expect(await ring.authenticate(secret)).toBeUndefined()
    })

    test('reads again after five minutes even while connected', async () => {
      const [{ key, secret }, { heard, ring }] = [await aKey(), await aDeafRing()]
      await ring.authenticate(secret)
      await admin.revokeKey(by, company.id, key.id)
      heard.uptimeMs = 5 * 60_000 + 1
      expect(await ring.authenticate(secret)).toBeUndefined()
    })
  })

  if (engine === 'embedded') return // one process at a time

  describe('with several processes', () => {
    let other: Database
    beforeAll(async () => {
      other = await db.openAgain()
    })
    afterAll(() => other.close())

    test('a key revoked in one is refused by the other within a second', async () => {
      const [{ key, secret }, here, there] = [await aKey(), await aRing(), await aRing({ db: other })]
      await Promise.all([here.authenticate(secret), there.authenticate(secret)])
      await admin.revokeKey(by, company.id, key.id)
      await Promise.all([here, there].map((ring) => isRefusedWithin(1_000, ring, secret)))
    })

    const killListeners = () =>
      sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and (query ilike 'listen%' or query = 'select 1')`.execute(db.connection)

    test('a key revoked while the listener is cut off is refused within a second', async () => {
      const listener = await other.listen('any', () => {})
      const [{ key, secret }, ring] = [await aKey(), await aRing({ db: other })]
      await ring.authenticate(secret)
      await killListeners()
      await admin.revokeKey(by, company.id, key.id)
      await isRefusedWithin(1_000, ring, secret)
      await expect.poll(() => listener.interruptions).toBe(1)
      await listener.close()
    })

    test('after the listener has reconnected, a revoked key is refused within a second', async () => {
      const [{ key, secret }, ring] = [await aKey(), await aRing({ db: other })]
      await ring.authenticate(secret)
      const listener = await other.listen('any', () => {})
      await killListeners()
      await expect.poll(() => listener.interruptions > 0 && listener.live).toBe(true)
      expect(await ring.authenticate(secret)).toBeDefined()
      await admin.revokeKey(by, company.id, key.id)
      await isRefusedWithin(1_000, ring, secret)
      await listener.close()
    })
  })
})
