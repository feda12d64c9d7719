import { randomBytes } from 'node:crypto'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeNewId } from '../new-id.ts'
import { keepLease, type Lease, LeasedRows, newLease } from './lease.ts'

const leaseMs = 60_000

describe.each(databaseEngines)('leased rows on $name', ({ name, create }) => {
  let db: TestDatabase
  let clock = new Date('2026-11-20T09:00:00Z')
  const now = () => clock
  const deps = { now, newId: makeNewId({ now, randomBytes }) }
  const pass = (ms: number) => {
    clock = new Date(clock.getTime() + ms)
  }
  const letters = new LeasedRows('letters', ['owner', 'number'])
  const key = (number: string) => ({ owner: 'jo', number })
  const take = async (lease: Lease, limit = 10): Promise<string[]> => {
    const { rows } = await letters
      .take<{ number: string; tries: number }>(lease, {
        where: sql`due_at <= ${lease.now}`,
        orderBy: sql`due_at`,
        limit,
        set: sql`tries = tries + 1`,
        returning: sql`number`,
      })
      .execute(db.connection)
    return rows.map(({ number }) => number).sort()
  }
  const stateOf = async (number: string) => {
    const { rows } = await sql`
      select tries, leased_by, due_at from letters where number = ${number}`.execute(db.connection)
    return rows[0]
  }

  beforeAll(async () => {
    db = await create()
    await sql`
      create table letters (owner text, number text, due_at timestamptz not null, tries int not null default 0,
                            leased_by text, leased_until timestamptz, primary key (owner, number))`.execute(
      db.connection,
    )
  })
  beforeEach(async () => {
    await sql`truncate letters`.execute(db.connection)
    await sql`
      insert into letters (owner, number, due_at)
      select 'jo', n, ${clock}::timestamptz - n * interval '1 minute' from generate_series(1, 5) as n`.execute(
      db.connection,
    )
  })
  afterAll(() => db.drop())

  test('are claimed up to the limit, in order, by one process', async () => {
    expect(await take(newLease(deps, leaseMs), 2)).toEqual(['4', '5'])
    expect(await take(newLease(deps, leaseMs))).toEqual(['1', '2', '3'])
    expect(await take(newLease(deps, leaseMs))).toEqual([])
    expect(await stateOf('4')).toMatchObject({ tries: 1, leasedBy: expect.stringContaining('lease_') })
  })

  test('are shared out between concurrent claims', async () => {
    const taken = await Promise.all(Array.from({ length: 6 }, () => take(newLease(deps, leaseMs), 2)))
    expect(taken.flat().sort()).toEqual(['1', '2', '3', '4', '5'])
  })

  test('of one owner are claimed up to a number, the earliest that are free, beside those of others', async () => {
    await sql`
      insert into letters (owner, number, due_at)
      select owner, 'x' || n, ${clock}::timestamptz + n * interval '1 minute'
        from (values ('ann'), ('bob')) as o (owner), generate_series(-1, 1) as n`.execute(db.connection)
    const claim = async () => {
      const lease = newLease(deps, leaseMs)
      const { rows } = await letters
        .take<{ owner: string; number: string }>(lease, {
          where: letters.firstOfEach('owner', { dueAt: 'due_at', most: 2, now: lease.now }),
          orderBy: sql`due_at`,
          limit: 10,
          returning: sql`owner, number`,
        })
        .execute(db.connection)
      return rows.map(({ owner, number }) => `${owner} ${number}`).sort()
    }
    expect(await claim()).toEqual(['ann x-1', 'ann x0', 'bob x-1', 'bob x0', 'jo 4', 'jo 5'])
    expect(await claim()).toEqual(['jo 2', 'jo 3'])
    pass(leaseMs)
    expect(await claim()).toEqual(['ann x-1', 'ann x0', 'bob x-1', 'bob x0', 'jo 4', 'jo 5'])
  })

  // On the embedded engine there is one transaction at a time.
  if (name === 'postgres') {
    test('are skipped while another transaction holds them', async () => {
      const other = await db.openAgain()
      await other.transaction(async (tx) => {
        await sql`select from letters where number = '5' for update`.execute(tx)
        expect(await take(newLease(deps, leaseMs), 1)).toEqual(['4'])
      })
      await other.close()
    })
  }

  test('can be claimed again once the lease has expired, and the late process can write nothing', async () => {
    const late = newLease(deps, leaseMs)
    await take(late, 1)
    pass(leaseMs)
    const next = newLease(deps, leaseMs)
    expect(await take(next, 1)).toEqual(['5'])
    expect([
      await letters.renew(db.connection, late.id, key('5'), clock),
      await letters.release(db.connection, late.id, key('5')),
      await db.transaction((tx) => letters.lock(tx, late.id, key('5'))),
      await db.transaction((tx) => letters.lock(tx, next.id, key('5'))),
    ]).toEqual([false, false, false, true])
  })

  test('stay with a process that renews its lease', async () => {
    const lease = newLease(deps, leaseMs)
    await take(lease)
    pass(leaseMs / 2)
    const until = new Date(clock.getTime() + leaseMs)
    expect(await letters.renew(db.connection, lease.id, key('5'), until)).toBe(true)
    pass(leaseMs / 2)
    expect(await take(newLease(deps, leaseMs))).toEqual(['1', '2', '3', '4'])
  })

  test('are free at once when they are given back', async () => {
    const lease = newLease(deps, leaseMs)
    await take(lease)
    const dueAt = new Date(clock.getTime() + 1_000)
    expect(await letters.release(db.connection, lease.id, key('1'))).toBe(true)
    expect(await letters.release(db.connection, lease.id, key('2'), sql`due_at = ${dueAt}`)).toBe(true)
    expect(await stateOf('2')).toEqual({ tries: 1, leasedBy: null, dueAt })
    expect(await take(newLease(deps, leaseMs))).toEqual(['1'])
    await letters.endAll(db.connection)
    expect(await take(newLease(deps, leaseMs))).toEqual(['1', '3', '4', '5'])
  })
})

describe('a lease that is kept', () => {
  const now = () => new Date('2026-11-20T09:00:00Z')

  test('is renewed within its length until it is let go, whether or not the database can be reached', async () => {
    const untils: Date[] = []
    const { lost, letGo } = keepLease(now, 30, async (until) => {
      untils.push(until)
      if (untils.length === 1) throw new Error('out of order')
      return true
    })
    await expect.poll(() => untils.length, { interval: 5 }).toBe(3)
    letGo()
    expect(untils[0]).toEqual(new Date('2026-11-20T09:00:00.030Z'))
    await new Promise((resolve) => setTimeout(resolve, 30)) // another renewal would have come by then
    expect([untils.length, lost.aborted]).toEqual([3, false])
  })

  test('says so when another process has taken the row', async () => {
    const { lost, letGo } = keepLease(now, 15, async () => false)
    await expect.poll(() => lost.aborted, { interval: 5 }).toBe(true)
    letGo()
  })
})
