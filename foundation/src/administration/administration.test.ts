import { randomBytes } from 'node:crypto'
import { testAccess } from '@service/foundation-testing/access.ts'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { list as listEvents, makeAudit } from '../audit/audit.ts'
import type { Fields } from '../audit/model/audit-event.ts'
import * as companies from '../companies/company-store.ts'
import type { Company } from '../companies/model/company.ts'
import { parseKey } from '../keys/key-format.ts'
import * as keys from '../keys/key-store.ts'
import { keyStatus } from '../keys/model/api-key.ts'
import { makeNewId } from '../new-id.ts'
import type { User } from '../users/model/user.ts'
import type { Administration } from './administration.ts'

const by = { actor: { kind: 'operator', id: 'test' }, requestId: 'cli_1' } as const
const hours = (count: number) => count * 3_600_000

describe.each(databaseEngines)('administration on $name', ({ create }) => {
  let db: TestDatabase
  let admin: Administration
  let company: Company
  let user: User
  let clock = new Date('2026-11-20T09:00:00.123Z')
  const later = (ms: number) => new Date(clock.getTime() + ms)

  beforeAll(async () => {
    db = await create()
    const now = () => clock
    const newId = makeNewId({ now, randomBytes })
    admin = anAdministration({ db, now, newId })
    company = await admin.createCompany(by, { slug: 'acme', name: ' Acme ', timeZone: 'Europe/Paris' })
    user = await admin.createUser(by, { companyId: company.id, email: 'ada@acme.example', name: 'Ada' })
  })
  afterAll(() => db.drop())

  const aKey = (extra: { expiresAt?: Date } = {}) =>
    admin.createKey(by, { companyId: company.id, createdBy: user.id, name: 'ci', ...extra })
  const lastEvent = async (target: string) => (await listEvents(db.connection, { target }, 1))[0]
  const eventCount = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_events`.execute(
      db.connection,
    )
    return rows[0]!.count
  }
  const stored = async (id: string) => (await keys.list(db.connection, company.id)).find((key) => key.id === id)!

  test('a new company gets the default limits, and the audit names who made it', async () => {
    expect(company).toMatchObject({ name: 'Acme', requestsPerMinute: 120, monthlyQuota: 100_000, createdAt: clock })
    expect(await companies.find(db.connection, 'acme')).toEqual(company)
    expect(await lastEvent(company.id)).toMatchObject({
      at: clock,
      companyId: company.id,
      actor: 'operator:test',
      action: 'company.create',
      before: null,
      after: { slug: 'acme', name: 'Acme', timeZone: 'Europe/Paris', requestsPerMinute: 120, monthlyQuota: 100_000 },
      requestId: 'cli_1',
    })
  })

  test('a slug is unique, and a refused act leaves no event', async () => {
    const before = await eventCount()
    await expect(admin.createCompany(by, { slug: 'acme', name: 'Other' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await eventCount()).toBe(before)
  })

  test('a change records only what changed, and nothing if nothing did', async () => {
    await admin.changeCompany(by, 'acme', { monthlyQuota: 5, name: 'Acme' })
    expect(await lastEvent(company.id)).toMatchObject({ before: { monthlyQuota: 100_000 }, after: { monthlyQuota: 5 } })
    const before = await eventCount()
    await admin.changeCompany(by, company.id, { monthlyQuota: 5 })
    expect(await eventCount()).toBe(before)
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['an empty name', () => admin.createCompany(by, { slug: 'x', name: '  ' }), 'invalid-request'],
    [
      'a name of 201 characters',
      () => admin.createCompany(by, { slug: 'x', name: 'a'.repeat(201) }),
      'invalid-request',
    ],
    ['a NUL in a name', () => admin.createCompany(by, { slug: 'x', name: 'a\0b' }), 'invalid-request'],
    ['half a surrogate pair', () => admin.createCompany(by, { slug: 'x', name: 'a\ud800' }), 'invalid-request'],
    ['a slug with capitals', () => admin.createCompany(by, { slug: 'Acme', name: 'A' }), 'invalid-request'],
    ['a slug like SQL', () => admin.createCompany(by, { slug: "a';drop table users", name: 'A' }), 'invalid-request'],
    ['an unknown time zone', () => admin.changeCompany(by, 'acme', { timeZone: 'Mars/Base' }), 'invalid-request'],
    ['an offset as time zone', () => admin.changeCompany(by, 'acme', { timeZone: '+01:00' }), 'invalid-request'],
    ['no requests a minute', () => admin.changeCompany(by, 'acme', { requestsPerMinute: 0 }), 'invalid-request'],
    ['a quota of NaN', () => admin.changeCompany(by, 'acme', { monthlyQuota: Number.NaN }), 'invalid-request'],
    ['a quota beyond all use', () => admin.changeCompany(by, 'acme', { monthlyQuota: 2e9 + 1 }), 'invalid-request'],
    ['an unknown company', () => admin.changeCompany(by, 'nobody', { monthlyQuota: 1 }), 'not-found'],
    [
      'no e-mail address',
      () => admin.createUser(by, { companyId: company.id, email: 'ada', name: 'A' }),
      'invalid-request',
    ],
    [
      'an e-mail address that is taken, in other capitals',
      () => admin.createUser(by, { companyId: company.id, email: 'ADA@acme.example', name: 'A' }),
      'conflict',
    ],
    [
      'a key of an unknown user',
      () => admin.createKey(by, { companyId: company.id, createdBy: 'usr_x', name: 'k' }),
      'not-found',
    ],
    [
      'a key without scopes',
      () => admin.createKey(by, { companyId: company.id, createdBy: user.id, name: 'k', scopes: [] }),
      'invalid-request',
    ],
    ['a key that has expired already', () => aKey({ expiresAt: clock }), 'invalid-request'],
    ['a key that expires at no time at all', () => aKey({ expiresAt: new Date(Number.NaN) }), 'invalid-request'],
    ['revoking an unknown key', () => admin.revokeKey(by, company.id, 'key_x'), 'not-found'],
  ])('%s is refused', async (_what, act, code) => {
    const before = await eventCount()
    await expect(act()).rejects.toMatchObject({ name: 'Problem', code })
    expect(await eventCount()).toBe(before)
  })

  test("another company's user and key are not found", async () => {
    const other = await admin.createCompany(by, { slug: 'other', name: 'Other' })
    const { key } = await aKey()
    await expect(admin.createKey(by, { companyId: other.id, createdBy: user.id, name: 'k' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(admin.revokeKey(by, other.id, key.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(admin.changeKey(by, other.id, key.id, { name: 'x' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(admin.rotateKey(by, other.id, key.id, { overlapMs: 0 })).rejects.toMatchObject({ code: 'not-found' })
    await expect(admin.setLegalHold(by, other.id, user.id, true)).rejects.toMatchObject({ code: 'not-found' })
    expect((await admin.createUser(by, { companyId: other.id, email: 'ada@acme.example', name: 'A' })).id).not.toBe(
      user.id,
    )
  })

  test('a new key has the read scopes by default, and its plaintext is stored nowhere', async () => {
    const { key, secret } = await aKey()
    expect(key).toMatchObject({
      scopes: testAccess.defaultScopes,
      expiresAt: null,
      prefix: secret.slice(0, 8),
      lastFour: secret.slice(-4),
    })
    expect(await stored(key.id)).toMatchObject(key)
    const { rows } = await sql<{ text: string }>`
      select k::text || ' ' || coalesce((select string_agg(a::text, ' ') from audit_events a), '') as text
        from api_keys k where id = ${key.id}`.execute(db.connection)
    expect(rows[0]!.text).not.toContain(secret.slice(8, -4))
    expect((await keys.findBySha256(db.connection, parseKey(secret)!.sha256))?.id).toBe(key.id)
  })

  test('revoking twice is the same as once', async () => {
    const { key } = await aKey()
    const { revokedAt } = await admin.revokeKey(by, company.id, key.id)
    clock = later(1_000)
    const before = await eventCount()
    expect((await admin.revokeKey(by, company.id, key.id)).revokedAt).toEqual(revokedAt)
    expect(await eventCount()).toBe(before)
    expect(keyStatus(await stored(key.id), clock)).toBe('revoked')
  })

  test('a rotation keeps name and scopes, and leaves the old key its overlap', async () => {
    const { key: old } = await aKey()
    const { key, secret, replaced } = await admin.rotateKey(by, company.id, old.id, { overlapMs: hours(2) })
    expect(key).toMatchObject({ name: 'ci', scopes: old.scopes, createdBy: user.id, expiresAt: null, replacedBy: null })
    expect(secret.slice(-4)).toBe(key.lastFour)
    expect(replaced).toMatchObject({ expiresAt: later(hours(2)), replacedBy: key.id })
    expect(await stored(old.id)).toMatchObject(replaced)
    expect(keyStatus(replaced, clock)).toBe('expiring')
    expect(keyStatus(replaced, later(hours(2)))).toBe('expired')
    expect(await lastEvent(old.id)).toMatchObject({ action: 'key.rotate', after: { replacedBy: key.id } })
    expect(await lastEvent(key.id)).toMatchObject({ action: 'key.create', after: { replaces: old.id } })
  })

  test('without overlap the old key ends at once', async () => {
    const { key } = await aKey()
    const { replaced } = await admin.rotateKey(by, company.id, key.id, { overlapMs: 0 })
    expect(replaced.revokedAt).toEqual(clock)
  })

  test('an overlap never lengthens a key, and the new one lives as long as the old was made for', async () => {
    const { key: old } = await aKey({ expiresAt: later(hours(1)) })
    clock = later(hours(0.5))
    const { key, replaced } = await admin.rotateKey(by, company.id, old.id, { overlapMs: hours(24) })
    expect(replaced.expiresAt).toEqual(old.expiresAt)
    expect(key.expiresAt).toEqual(later(hours(1)))
  })

  test.each([-1, hours(24) + 1, Number.NaN])('an overlap of %d ms is refused', async (overlapMs) => {
    const { key } = await aKey()
    const rotation = Promise.resolve().then(() => admin.rotateKey(by, company.id, key.id, { overlapMs }))
    await expect(rotation).rejects.toMatchObject({ code: 'invalid-request' })
  })

  describe('a rotation by a person', () => {
    const person = (id: string, permissions: readonly string[]) => ({
      actor: { kind: 'user' as const, id },
      companyId: company.id,
      permissions: new Set(['keys:manage', ...permissions]),
      limits: { requestsPerMinute: 1, monthlyQuota: 1 },
      session: { id: 'ses_1', isFresh: true },
      requestId: null,
    })

    test('gives a key in the name of that person', async () => {
      const { key: old } = await aKey()
      const input = { companyId: company.id, email: `${old.id}@acme.example`, name: 'Grace' }
      const { id } = await admin.createUser(by, input)
      const { key } = await admin.rotateKey(person(id, old.scopes), company.id, old.id, { overlapMs: 0 })
      expect(key).toMatchObject({ createdBy: id, scopes: old.scopes })
      expect((await stored(key.id)).createdBy).toBe(id)
      expect((await stored(old.id)).createdBy).toBe(user.id)
      expect(await lastEvent(key.id)).toMatchObject({ actor: `user:${id}`, after: { createdBy: id } })
    })

    test('is refused where the old key has a scope that the role lacks, and changes nothing', async () => {
      const { key: old } = await aKey()
      const before = await eventCount()
      const lacking = person(user.id, old.scopes.slice(1))
      await expect(admin.rotateKey(lacking, company.id, old.id, { overlapMs: 0 })).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(old.scopes[0]!),
      })
      expect(await stored(old.id)).toMatchObject(old)
      expect(await eventCount()).toBe(before)
    })
  })

  test('a key that is replaced, revoked or expired cannot be rotated', async () => {
    const [{ key: replaced }, { key: revoked }, { key: expired }] = [
      await aKey(),
      await aKey(),
      await aKey({ expiresAt: later(5) }),
    ]
    await admin.rotateKey(by, company.id, replaced.id, { overlapMs: hours(1) })
    await admin.revokeKey(by, company.id, revoked.id)
    clock = later(5)
    for (const { id } of [replaced, revoked, expired]) {
      await expect(admin.rotateKey(by, company.id, id, { overlapMs: 0 })).rejects.toMatchObject({ code: 'conflict' })
    }
  })

  test('two rotations of one key at the same time make one new key', async () => {
    const { key } = await aKey()
    const both = await Promise.allSettled([1, 2].map(() => admin.rotateKey(by, company.id, key.id, { overlapMs: 0 })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('an act that fails leaves neither its change nor its event', async () => {
    const before = await eventCount()
    await expect(
      db.transaction(async (tx) => {
        await companies.update(tx, company.id, { ...company, monthlyQuota: 1 })
        await makeAudit(admin).record(tx, by, { companyId: company.id, action: 'x', target: 'x' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await eventCount()).toBe(before)
    expect((await companies.find(db.connection, 'acme'))?.monthlyQuota).toBe(5)
  })

  test.each([
    ["update audit_events set actor = 'x'"],
    ['update audit_events set redacted_at = now()'],
    ["update audit_events set after = '{}'::jsonb, redacted_at = now(), original_sha256 = '\\x00'"],
    ['delete from audit_events'],
    ['truncate audit_events'],
  ])('the database refuses: %s', async (statement) => {
    const before = await eventCount()
    await expect(sql.raw(statement).execute(db.connection)).rejects.toThrow(/append-only/)
    expect(await eventCount()).toBe(before)
  })

  test.each([
    ["update audit_events set actor = 'x', redacted_at = now(), original_sha256 = '\\x00'"],
    ['delete from audit_events'],
  ])('even within an erasure: %s', async (statement) => {
    await expect(
      db.transaction(async (tx) => {
        await sql`select set_config('service.erasure', 'on', true)`.execute(tx)
        await sql.raw(statement).execute(tx)
      }),
    ).rejects.toThrow(/append-only/)
  })

  test('the audit is listed newest first, in pages that go on where the last ended', async () => {
    const all = await listEvents(db.connection, {}, 1_000)
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    const [first, second] = [
      await listEvents(db.connection, {}, 3),
      await listEvents(db.connection, { beforeId: all[2]!.id }, 3),
    ]
    expect([...first, ...second]).toEqual(all.slice(0, 6))
    const own = await listEvents(db.connection, { companyId: company.id }, 1_000)
    expect(own.every(({ companyId }) => companyId === company.id)).toBe(true)
    expect(own.every(({ after }: { after: Fields | null }) => after !== null)).toBe(true)
  })
})
