import { randomBytes } from 'node:crypto'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCreateCompany } from '../companies/create-company.ts'
import { makeNewId } from '../new-id.ts'
import { monthOf, secondsToNextMonth } from './model/month.ts'
import { Quota, type QuotaVerdict, quotaPruner, readDailyUse } from './quota.ts'
import { usedInMonth } from './quota-store.ts'

const by = { actor: 'system', requestId: null } as const
const of = (companyId: string, actor = 'key:key_a', scope = 'test:read') => ({ companyId, actor, scope })

test.each([
  ['2026-11-01T00:00:00.000Z', '2026-11-01', 30 * 86_400],
  ['2026-11-30T23:59:59.999Z', '2026-11-01', 1],
  ['2026-12-31T23:59:58.500Z', '2026-12-01', 2],
  ['2028-02-29T00:00:00.000Z', '2028-02-01', 86_400],
])('at %s the month is %s and the next begins in %i s', (now, month, seconds) => {
  expect(monthOf(new Date(now))).toBe(month)
  expect(secondsToNextMonth(new Date(now))).toBe(seconds)
})

describe.each(databaseEngines)('quota on $name', ({ create, name: engine }) => {
  let db: TestDatabase
  let clock: Date
  const now = () => clock
  const newId = makeNewId({ now: () => new Date(), randomBytes })
  const aCompany = async () =>
    (await makeCreateCompany({ db, now, newId })(by, { slug: `c${newId('x').slice(-12)}`, name: 'Acme' })).id
  const used = (companyId: string) => usedInMonth(db.connection, companyId, monthOf(clock))
  const remainders = (verdicts: QuotaVerdict[]) => verdicts.flatMap((v) => (v.granted ? [v.remaining] : []))

  beforeAll(async () => {
    db = await create()
    clock = new Date('2026-11-20T09:00:00Z')
  })
  afterAll(() => db.drop())

  test('what is left counts down, and past the limit waits for the next month', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    const verdicts = []
    for (let i = 0; i < 4; i++) verdicts.push(await quota.take(of(companyId), 1, 3))
    expect(verdicts).toEqual([
      { granted: true, remaining: 2, day: '2026-11-20' },
      { granted: true, remaining: 1, day: '2026-11-20' },
      { granted: true, remaining: 0, day: '2026-11-20' },
      { granted: false, retryAfterSeconds: 10 * 86_400 + 15 * 3_600 },
    ])
  })

  test('a batch is debited whole or not at all, and smaller ones behind it still fit', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    const costs = [6, 5, 3, 2, 1]
    const verdicts = await Promise.all(costs.map((cost) => quota.take(of(companyId), cost, 10)))
    expect(verdicts.map(({ granted }) => granted)).toEqual([true, false, true, false, true])
    expect(remainders(verdicts)).toEqual([4, 1, 0])
    expect(await used(companyId)).toBe(10)
  })

  test('companies in one batch do not affect each other', async () => {
    const quota = new Quota({ db, now })
    const companies = await Promise.all(Array.from({ length: 20 }, aCompany))
    const verdicts = await Promise.all(
      companies.flatMap((companyId, i) => Array.from({ length: 10 }, () => quota.take(of(companyId), 1, i))),
    )
    for (const [i, companyId] of companies.entries()) {
      const own = verdicts.slice(i * 10, i * 10 + 10)
      expect(remainders(own)).toEqual(Array.from({ length: Math.min(i, 10) }, (_, taken) => i - taken - 1))
      expect(await used(companyId)).toBe(Math.min(i, 10))
    }
  })

  test('a give-back can be used again, and never makes the use negative', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    await quota.take(of(companyId), 2, 2)
    expect(await quota.take(of(companyId), 1, 2)).toMatchObject({ granted: false })
    await quota.giveBack(of(companyId), 1)
    expect(await quota.take(of(companyId), 1, 2)).toMatchObject({ granted: true, remaining: 0 })
    await quota.giveBack(of(companyId), 999)
    expect(await used(companyId)).toBe(0)
  })

  test('a give-back helps a debit of the same batch, whatever their order', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    await quota.take(of(companyId), 5, 5)
    const debit = quota.take(of(companyId), 3, 5)
    await quota.giveBack(of(companyId), 3)
    expect(await debit).toMatchObject({ granted: true, remaining: 0 })
  })

  test('a month ends at its last millisecond, and a debit is given back to its own month', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    clock = new Date('2026-11-30T23:59:59.999Z')
    const november = await quota.take(of(companyId), 1, 1)
    expect(november).toMatchObject({ granted: true, day: '2026-11-30' })
    expect(await quota.take(of(companyId), 1, 1)).toEqual({ granted: false, retryAfterSeconds: 1 })
    clock = new Date('2026-12-01T00:00:00.000Z')
    expect(await quota.take(of(companyId), 1, 1)).toMatchObject({ granted: true, day: '2026-12-01' })
    await quota.giveBack(of(companyId), 1, '2026-11-30')
    expect(await usedInMonth(db.connection, companyId, '2026-11-01')).toBe(0)
    expect(await used(companyId)).toBe(1)
    clock = new Date('2026-11-20T09:00:00Z')
  })

  test('each day shows who used how much for what, and the days add up to the month', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    const other = await aCompany()
    const [key, person] = [of(companyId), of(companyId, 'user:usr_b', 'test:write')]
    await Promise.all([quota.take(key, 2, 9), quota.take(person, 3, 9), quota.take(key, 4, 9), quota.take(key, 1, 9)])
    await quota.take(of(other), 7, 9)
    clock = new Date('2026-11-21T00:00:00Z')
    await Promise.all([
      quota.take(key, 1, 12),
      quota.giveBack(key, 2, '2026-11-20'),
      quota.giveBack(person, 3, '2026-11-20'),
    ])
    expect(await readDailyUse(db.connection, companyId, '2026-11-01', clock)).toMatchObject({
      days: Array.from({ length: 21 }, (_, i) => ({
        date: `2026-11-${String(i + 1).padStart(2, '0')}`,
        requests: i === 19 ? 4 : i === 20 ? 1 : 0,
      })),
      actors: [{ actor: 'key:key_a', requests: 5, scopes: [{ scope: 'test:read', requests: 5 }] }],
      rows: [{ day: '2026-11-20', actor: 'key:key_a', scope: 'test:read', requests: 4 }, { day: '2026-11-21' }],
    })
    expect(await used(companyId)).toBe(5)
    expect((await readDailyUse(db.connection, companyId, '2026-10-01', clock)).days).toHaveLength(31)
    expect(await db.transaction((tx) => quotaPruner.prune(tx, clock, 1))).toBe(1)
    clock = new Date('2026-11-20T09:00:00Z')
  })

  test('a lowered limit refuses at once, a raised one grants at once', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    await quota.take(of(companyId), 5, 10)
    expect(await quota.take(of(companyId), 1, 3)).toMatchObject({ granted: false })
    expect(await quota.take(of(companyId), 1, 6)).toMatchObject({ granted: true, remaining: 0 })
  })

  test('an unknown company fails alone', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    const [known, unknown, givenBack] = await Promise.allSettled([
      quota.take(of(companyId), 1, 5),
      quota.take(of('cmp_unknown'), 1, 5),
      quota.giveBack(of('cmp_unknown'), 1),
    ])
    expect(known).toMatchObject({ status: 'fulfilled', value: { remaining: 4 } })
    expect(unknown).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(givenBack.status).toBe('fulfilled')
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001])('a cost of %d is refused', async (cost) => {
    const quota = new Quota({ db, now })
    await expect(quota.take(of('cmp_x'), cost, 5)).rejects.toThrow(RangeError)
    await expect(quota.giveBack(of('cmp_x'), cost)).rejects.toThrow(RangeError)
  })

  test('after closing nothing is taken, and what was under way is written', async () => {
    const [companyId, quota] = [await aCompany(), new Quota({ db, now })]
    const last = quota.take(of(companyId), 1, 5)
    await quota.close()
    expect(await last).toMatchObject({ granted: true, remaining: 4 })
    await expect(quota.take(of(companyId), 1, 5)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('concurrent grants equal those of serial requests', async () => {
    const quota = new Quota({ db, now })
    const costs = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.array(costs, { minLength: 1, maxLength: 3 }), fc.nat(60), async (batches, limit) => {
        const companyId = await aCompany()
        let left = limit
        for (const batch of batches) {
          const verdicts = await Promise.all(batch.map((cost) => quota.take(of(companyId), cost, limit)))
          for (const [i, cost] of batch.entries()) {
            const granted = cost <= left
            if (granted) left -= cost
            expect(verdicts[i]).toMatchObject(granted ? { granted, remaining: left } : { granted })
          }
        }
        expect(await used(companyId)).toBe(limit - left)
        const { days } = await readDailyUse(db.connection, companyId, monthOf(clock), clock)
        expect(days.reduce((sum, { requests }) => sum + requests, 0)).toBe(limit - left)
      }),
      { numRuns: 25 },
    )
  })

  if (engine === 'embedded') return // one process at a time

  test('two processes grant exactly the limit, and never the same remainder', async () => {
    const [companyId, other] = [await aCompany(), await db.openAgain()]
    const quotas = [new Quota({ db, now }), new Quota({ db: other, now })]
    const verdicts = await Promise.all(
      Array.from({ length: 3_000 }, async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i / 30)) // spread, so that both take part all the time
        return quotas[i % 2]!.take(of(companyId), 1, 1_000)
      }),
    )
    expect(remainders(verdicts).sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
    expect(await used(companyId)).toBe(1_000)
    await other.close()
  })

  test('processes that debit the same companies in any order do not block each other', async () => {
    const other = await db.openAgain()
    const quotas = [new Quota({ db, now }), new Quota({ db: other, now })]
    const companies = await Promise.all(Array.from({ length: 12 }, aCompany))
    const rounds = Array.from({ length: 40 }, (_, round) => round)
    await Promise.all(
      quotas.map(async (quota, which) => {
        for (const round of rounds) {
          const order = (round + which) % 2 ? companies : [...companies].reverse()
          await Promise.all(order.map((companyId) => quota.take(of(companyId), 1, 1_000)))
        }
      }),
    )
    const { rows } = await sql<{ used: number }>`
      select used from quota_usage where company_id = any (${companies}::text[])`.execute(db.connection)
    expect(rows.map((row) => row.used)).toEqual(companies.map(() => 80))
    await other.close()
  })
})
