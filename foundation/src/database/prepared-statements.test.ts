import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedAs } from './prepared-statements.ts'

describe.each(databaseEngines)('prepared statements on $name', ({ create }) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await create([])
  })
  afterAll(() => db.drop())

  test('are kept by their connection, replanned with use, and return what others do', async () => {
    await db.transaction(async (tx) => {
      for (let n = 1; n <= 20; n++) {
        const { rows } = await sql<{ twice: number; at: Date }>`
          ${preparedAs('double')} select ${n}::int * 2 as twice, ${new Date(n)}::timestamptz as at`.execute(tx)
        expect(rows).toEqual([{ twice: 2 * n, at: new Date(n) }])
      }
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(tx)
      expect(rows.map(({ name }) => name)).toEqual(['double_0', 'double_1', 'double_2'])
    })
  })

  test('a failure is reported, and the statement can be used again', async () => {
    const divide = async (by: number) =>
      (await sql<{ q: number }>`${preparedAs('divide')} select 6 / ${by}::int as q`.execute(db.connection)).rows
    expect(await divide(2)).toEqual([{ q: 3 }])
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect(await divide(3)).toEqual([{ q: 2 }])
  })
})
