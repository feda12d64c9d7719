import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Queryable } from './database.ts'

describe.each(databaseEngines)('a database on the $name engine', ({ name, create }) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await create()
    await sql`create table notes (id bigint generated always as identity primary key, body text)`.execute(db.connection)
  })
  afterAll(() => db.drop())

  const one = async (query: ReturnType<typeof sql<Record<string, unknown>>>, on: Queryable = db.connection) =>
    (await query.execute(on)).rows[0]

  test('says which engine it is', () => expect(db.engine).toBe(name))

  test.each([
    ['timestamptz', "'2026-11-20 09:00:00.123+02'::timestamptz", new Date('2026-11-20T07:00:00.123Z')],
    ['timestamp, as UTC', "'2026-11-20 09:00:00.123'::timestamp", new Date('2026-11-20T09:00:00.123Z')],
    ['date, as text', "'2026-11-20'::date", '2026-11-20'],
    ['int8 within 2^53', '9007199254740991::int8', 9007199254740991],
    ['int8 past 2^53', '9007199254740993::int8', 9007199254740993n],
    ['count', 'count(*)', 1],
    ['numeric, as text', '1.50::numeric', '1.50'],
    ['float8', '0.1::float8', 0.1],
    ['boolean', 'true', true],
    ['jsonb', `'{"a": [1, null, "é"]}'::jsonb`, { a: [1, null, 'é'] }],
    ['bytea', "'\\x00ff10'::bytea", Buffer.from([0, 255, 16])],
    ['interval, as text', "interval '1 day 2 hours'", '1 day 02:00:00'],
    ['text[]', `array['a"b', 'c\\d', '', 'NULL', null, 'd,{}']`, ['a"b', 'c\\d', '', 'NULL', null, 'd,{}']],
    ['an empty array', "'{}'::text[]", []],
    [
      'int4[][]',
      'array[[1,2],[3,null]]',
      [
        [1, 2],
        [3, null],
      ],
    ],
    ['jsonb[]', `array['{"a":1}'::jsonb]`, [{ a: 1 }]],
    ['timestamptz[]', "array['2026-11-20 09:00:00+00'::timestamptz]", [new Date('2026-11-20T09:00:00Z')]],
    ['null', 'null::text', null],
  ])('reads %s', async (_type, expression, expected) => {
    expect(await one(sql`select ${sql.raw(expression)} as value`)).toEqual({ value: expected })
  })

  test.each([
    ['a date', 'timestamptz', new Date('2026-11-20T09:00:00.123Z')],
    ['bytes', 'bytea', Buffer.from([0, 1, 254, 255])],
    ['text of any script', 'text', "Ω Никола́с 마두로 'quoted' \\ \u{1f600}"],
    ['an array of text', 'text[]', ['a,b', '"', '\\', '', 'null', '{}']],
    ['a large integer', 'int8', 9007199254740993n],
    ['a number', 'float8', 1e-7],
  ])('gives back %s as it was written', async (_what, type, value) => {
    expect(await one(sql`select ${value}::${sql.raw(type)} as value`)).toEqual({ value })
  })

  test('reads timestamps beyond the milliseconds of a Date', async () => {
    const row = await one(sql`select '2026-11-20 09:00:00.123987+00'::timestamptz as value`)
    expect(row).toEqual({ value: new Date('2026-11-20T09:00:00.123Z') })
  })

  test('names columns in camel case, and leaves the keys inside JSON as they are stored', async () => {
    const row = await one(sql`select 1 as company_id, 2 as "dueAt", '{"last_day": 3}'::jsonb as some_json, 4 as c0`)
    expect(row).toEqual({ companyId: 1, dueAt: 2, someJson: { last_day: 3 }, c0: 4 })
  })

  test('reads and writes megabytes', async () => {
    const body = 'é'.repeat(3_000_000)
    expect(await one(sql`select ${body}::text as value`)).toEqual({ value: body })
  })

  test('commits what a transaction returns from', async () => {
    const id = await db.transaction(async (tx) => {
      const row = await one(sql`insert into notes (body) values ('kept') returning id`, tx)
      return row?.id
    })
    expect(await one(sql`select body from notes where id = ${id}`)).toEqual({ body: 'kept' })
  })

  test('rolls back what a transaction throws from, and throws the same', async () => {
    const failing = db.transaction(async (tx) => {
      await sql`insert into notes (body) values ('dropped')`.execute(tx)
      throw new RangeError('no')
    })
    await expect(failing).rejects.toThrow(new RangeError('no'))
    expect(await one(sql`select count(*) as n from notes where body = 'dropped'`)).toEqual({ n: 0 })
  })

  test('goes on after a statement that failed, with the error of the server', async () => {
    await expect(sql`select nonsense`.execute(db.connection)).rejects.toMatchObject({ code: '42703' })
    await expect(sql`select 1 / ${0}::int`.execute(db.connection)).rejects.toMatchObject({ code: '22012' })
    await expect(sql`insert into notes (id) values (${1})`.execute(db.connection)).rejects.toMatchObject({
      code: '428C9',
    })
    expect(await one(sql`select 1 as n`)).toEqual({ n: 1 })
  })

  test('gives each of many callers its own result', async () => {
    const rows = await Promise.all(Array.from({ length: 200 }, (_, n) => one(sql`select ${n}::int as n`)))
    expect(rows).toEqual(Array.from({ length: 200 }, (_, n) => ({ n })))
  })

  test('keeps transactions apart that run at the same time', async () => {
    await sql`create table counter (value int not null)`.execute(db.connection)
    await sql`insert into counter values (0)`.execute(db.connection)
    const increment = () =>
      db.transaction(async (tx) => {
        const row = await one(sql`select value from counter for update`, tx)
        await sql`update counter set value = ${Number(row?.value) + 1}`.execute(tx)
      })
    await Promise.all(Array.from({ length: 30 }, increment))
    expect(await one(sql`select value from counter`)).toEqual({ value: 30 })
  })

  test('refuses the connection inside a transaction, where it would deadlock', async () => {
    const mistaken = db.transaction(() => sql`select 1`.execute(db.connection))
    await expect(mistaken).rejects.toThrow('use the transaction that was handed over')
    const nested = db.transaction(() => db.transaction(async () => {}))
    await expect(nested).rejects.toThrow('use the transaction that was handed over')
    expect(await one(sql`select 1 as n`)).toEqual({ n: 1 })
  })

  test('delivers a notification when its transaction commits, and not before', async () => {
    const heard: string[] = []
    const listener = await db.listen('notes_changed', (payload) => heard.push(payload))
    await db.transaction(async (tx) => {
      await sql`select pg_notify('notes_changed', 'first')`.execute(tx)
      expect(heard).toEqual([])
    })
    await db
      .transaction(async (tx) => {
        await sql`select pg_notify('notes_changed', 'rolled back')`.execute(tx)
        throw new Error('no')
      })
      .catch(() => {})
    await sql`select pg_notify('notes_changed', 'second')`.execute(db.connection)
    await sql`select pg_notify('others_changed', 'not ours')`.execute(db.connection)
    await expect.poll(() => heard).toEqual(['first', 'second'])
    expect(listener).toMatchObject({ live: true, interruptions: 0 })

    await listener.close()
    await sql`select pg_notify('notes_changed', 'too late')`.execute(db.connection)
    await sql`select 1`.execute(db.connection)
    expect(heard).toEqual(['first', 'second'])
  })

  test('can be closed twice', async () => {
    const other = await create()
    await other.close()
    await other.drop()
    await expect(sql`select 1`.execute(other.connection)).rejects.toThrow()
  })
})
