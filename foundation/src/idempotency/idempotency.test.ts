import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCreateCompany } from '../companies/create-company.ts'
import { makeNewId } from '../new-id.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type Idempotency, openIdempotency, rememberedMs } from './idempotency.ts'
import type { Attempt, Claim, KeptResponse } from './model/record.ts'
import { idempotencyPruner } from './pruner.ts'

const by = { actor: 'system', requestId: null } as const
const started = new Date('2026-11-20T09:00:00Z')
const response: KeptResponse = { status: 200, contentType: 'application/json; charset=utf-8', body: '{"id":"dep_1"}' }
const newId = makeNewId({ now: () => new Date(), randomBytes })
const report = (error: unknown) => {
  throw error
}

const one = fingerprintOf({ method: 'POST', path: '/v1/things', body: { count: 1 } })
const two = fingerprintOf({ method: 'POST', path: '/v1/things', body: { count: 2 } })

describe.each(databaseEngines)('idempotency keys on $name', ({ create, name: engine }) => {
  let db: TestDatabase
  let records: Idempotency
  let clock = started
  let company: string
  let other: string
  const now = () => clock
  const pass = (ms: number) => {
    clock = new Date(clock.getTime() + ms)
  }
  const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
    companyId: company,
    key: newId('key'),
    fingerprint: one,
    ...changes,
  })
  const claimOf = async (asked: Attempt, by = records): Promise<Claim> => {
    const begun = await by.begin(asked)
    if (begun.kind !== 'begun') throw new Error(`The record is ${begun.kind}.`)
    return begun.claim
  }

  beforeAll(async () => {
    db = await create()
    const createCompany = makeCreateCompany({ db, now, newId })
    company = (await createCompany(by, { slug: 'acme', name: 'Acme' })).id
    other = (await createCompany(by, { slug: 'other', name: 'Other' })).id
    records = await openIdempotency({ db, now, newId, report })
  })
  afterAll(async () => {
    await records.close()
    await db.drop()
  })

  test('the first request begins, the second waits for it and gets its response', async () => {
    const asked = attempt()
    const claim = await claimOf(asked)
    expect(claim.operation.resumed).toBe(false)
    expect(await records.begin(asked)).toEqual({ kind: 'in progress' })
    await records.end(claim, response)
    expect(await records.begin(asked)).toEqual({ kind: 'completed', response })
  })

  test('a response without a body is kept as well', async () => {
    const asked = attempt()
    await records.end(await claimOf(asked), { status: 204, contentType: null, body: '' })
    expect(await records.begin(asked)).toEqual({
      kind: 'completed',
      response: { status: 204, contentType: null, body: '' },
    })
  })

  test('a key belongs to one request of one company, in progress and completed', async () => {
    const asked = attempt()
    const claim = await claimOf(asked)
    expect(await records.begin({ ...asked, fingerprint: two })).toEqual({ kind: 'mismatched' })
    await records.end(claim, response)
    expect(await records.begin({ ...asked, fingerprint: two })).toEqual({ kind: 'mismatched' })
    expect((await records.begin({ ...asked, companyId: other })).kind).toBe('begun')
  })

  test('of a hundred concurrent requests one begins', async () => {
    const asked = attempt()
    const requests = Array.from({ length: 100 }, (_, i) => (i % 2 ? { ...asked } : { ...asked, fingerprint: two }))
    const kinds = (await Promise.all(requests.map((request) => records.begin(request)))).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'in progress')).toHaveLength(49)
    expect(kinds.filter((kind) => kind === 'mismatched')).toHaveLength(50)
  })

  test('without a final response the same request may try again, and resumes', async () => {
    const asked = attempt()
    const first = await claimOf(asked)
    await records.end(first, undefined)
    expect(await records.begin({ ...asked, fingerprint: two })).toEqual({ kind: 'mismatched' })
    const second = await claimOf(asked)
    expect(second.operation).toEqual({ id: first.operation.id, resumed: true })
    await records.end(second, response)
    expect(await records.begin(asked)).toEqual({ kind: 'completed', response })
  })

  test('an expired lease is taken over once, and its first holder can change nothing', async () => {
    const asked = attempt()
    const first = await claimOf(asked)
    pass(14_999)
    expect(await records.begin(asked)).toEqual({ kind: 'in progress' })
    pass(1)
    const [second, ...others] = await Promise.all([1, 2, 3].map(() => records.begin({ ...asked })))
    expect(second).toMatchObject({ kind: 'begun', claim: { operation: { id: first.operation.id, resumed: true } } })
    expect(others).toEqual([{ kind: 'in progress' }, { kind: 'in progress' }])
    await records.end(first, { ...response, body: 'late' })
    expect(await records.begin(asked)).toEqual({ kind: 'in progress' })
  })

  test('a key expires after a day, completed or not', async () => {
    const [completed, uncompleted] = [attempt(), attempt()]
    const first = await claimOf(completed)
    await records.end(first, response)
    await records.end(await claimOf(uncompleted), undefined)
    pass(rememberedMs - 1)
    expect((await records.begin(completed)).kind).toBe('completed')
    pass(1)
    const later = await claimOf({ ...completed, fingerprint: two })
    expect(later.operation.resumed).toBe(false)
    expect(later.operation.id).not.toBe(first.operation.id)
    await records.end(later, response)
    expect((await records.begin(completed)).kind).toBe('mismatched')
    expect((await claimOf(uncompleted)).operation.resumed).toBe(false)
  })

  test('expired keys are pruned in batches', async () => {
    await sql`delete from idempotency_records`.execute(db.connection)
    for (let i = 0; i < 5; i++) await records.end(await claimOf(attempt()), response)
    pass(rememberedMs)
    const kept = attempt()
    await records.end(await claimOf(kept), response)
    const before = new Date(clock.getTime() - idempotencyPruner.keptMs! + 1)
    expect(await idempotencyPruner.prune(db.connection, before, 3)).toBe(3)
    expect(await idempotencyPruner.prune(db.connection, before, 3)).toBe(2)
    expect(await idempotencyPruner.prune(db.connection, before, 3)).toBe(0)
    expect((await records.begin(kept)).kind).toBe('completed')
  })

  test('work that takes longer than the lease keeps it', async () => {
    const patient = await openIdempotency({ db, now: () => new Date(), newId, report, leaseMs: 300 })
    const asked = attempt()
    const claim = await claimOf(asked, patient)
    await sleep(800) // longer than two leases
    expect(await patient.begin(asked)).toEqual({ kind: 'in progress' })
    await patient.end(claim, response)
    await patient.close()
  })

  test('keys of a dead process are free at once where only one process can run', async () => {
    const asked = attempt()
    const claim = await claimOf(asked)
    const next = await openIdempotency({ db, now, newId, report })
    const begun = await next.begin(asked)
    if (engine === 'embedded') {
      expect(begun).toMatchObject({ kind: 'begun', claim: { operation: { id: claim.operation.id, resumed: true } } })
    } else expect(begun).toEqual({ kind: 'in progress' })
    await next.close()
  })

  test('requests after the close are refused as unavailable', async () => {
    const closed = await openIdempotency({ db, now, newId, report })
    await closed.close()
    await expect(closed.begin(attempt())).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })

  if (engine !== 'postgres') return
  test('two processes begin each of 300 keys once, without deadlock', async () => {
    const again = await db.openAgain()
    const second = await openIdempotency({ db: again, now, newId, report })
    const keys = Array.from({ length: 300 }, () => attempt())
    const begun = (by: Idempotency, asked: readonly Attempt[]) =>
      Promise.all(
        asked.map(async (one) => {
          const { kind, ...rest } = await by.begin(one)
          if ('claim' in rest) await by.end(rest.claim, response)
          return kind
        }),
      )
    const [mine, theirs] = await Promise.all([begun(records, keys), begun(second, keys.toReversed())])
    await second.close()
    await again.close()
    const both = keys.map((_, i) => [mine[i], theirs[keys.length - 1 - i]])
    expect(both.filter((kinds) => kinds.filter((kind) => kind === 'begun').length !== 1)).toEqual([])
  })
})
