import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retriedOnDeadlock } from './retried-on-deadlock.ts'

// The embedded engine has one connection, and so no deadlocks.
describe.each(databaseEngines.filter(({ name }) => name === 'postgres'))('deadlocks on $name', ({ create }) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await create()
    await sql`create table places (id integer primary key, visits integer not null)`.execute(db.connection)
    await sql`insert into places values (1, 0), (2, 0)`.execute(db.connection)
  })
  afterAll(() => db.drop())

  test('two transactions that wait for each other are both done in the end, once each', async () => {
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let attempts = 0
    const visit = (first: 0 | 1) =>
      retriedOnDeadlock(() =>
        db.transaction(async (tx) => {
          attempts++
          const step = (id: number) => sql`update places set visits = visits + 1 where id = ${id}`.execute(tx)
          await step(first + 1)
          arrived[first].resolve()
          await arrived[1 - first]!.promise
          await step(2 - first)
        }),
      )
    await Promise.all([visit(0), visit(1)])
    const { rows } = await sql<{ visits: number }>`select visits from places`.execute(db.connection)
    expect(rows.map(({ visits }) => visits)).toEqual([2, 2])
    expect(attempts).toBe(3)
  })

  test('any other failure is not repeated', async () => {
    let attempts = 0
    const work = retriedOnDeadlock(async () => {
      attempts++
      throw new Error('broken')
    })
    await expect(work).rejects.toThrow('broken')
    expect(attempts).toBe(1)
  })
})
