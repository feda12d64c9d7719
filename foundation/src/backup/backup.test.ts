import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { backup } from './backup.ts'
import { DamagedBackup } from './backup-file.ts'
import { restore } from './restore.ts'

const now = new Date('2026-11-20T09:00:00.000Z')

/** Tables with every type that is stored here, and with all that makes restoring hard. */
const schema = {
  '0001_all_types.sql': `-- Every type.
    create table all_types (
      id bigint generated always as identity primary key,
      "Odd name" text, flag boolean, small smallint, large bigint, exact numeric, near float8,
      day date, moment timestamptz, precise timestamptz(3), local timestamp, span interval,
      bytes bytea, document jsonb, raw json, words text[], numbers int[][], documents jsonb[], code char(3), key uuid,
      doubled int generated always as (small * 2) stored
    );`,
  '0002_linked.sql': `-- Rows that refer to each other and to themselves, one table named before the one it needs.
    create table a_child (id serial primary key, parent text not null, next int references a_child (id));
    create table z_parent (id text primary key, favourite int references a_child (id));
    alter table a_child add constraint "of parent" foreign key (parent) references z_parent (id);
    create table empty_one (x int);
    create table without_columns ();`,
  '0003_guarded.sql': `-- Append-only, and with a row from the start.
    create table events (id text primary key, at timestamptz not null);
    create function no_changes() returns trigger language plpgsql as $$ begin raise exception 'append-only'; end $$;
    create trigger keep before update or delete on events for each row execute function no_changes();
    create trigger keep_all before truncate on events for each statement execute function no_changes();
    insert into events values ('seed', '2020-01-01');`,
}

let folder: string
let migrations: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
beforeAll(() => {
  migrations = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const [name, text] of Object.entries(schema)) writeFileSync(join(migrations, name), text)
})
afterAll(() => rmSync(migrations, { recursive: true }))

const hardText = 'Ω \u2028 "quoted" \\ \t \n {a,b} NULL \u{1f600}'

async function fill({ connection }: Database): Promise<void> {
  for (const text of [hardText, '', null]) {
    await sql`
      insert into all_types ("Odd name", flag, small, large, exact, near, day, moment, precise, local, span, bytes, document,
                             raw, words, numbers, documents, code, key)
      values (${text}, true, -32768, 9223372036854775807, 123456789012345678901234567890.000100, 0.1,
              '0044-03-15 BC', '2026-11-20 09:00:00.123456+02', '2026-11-20 09:00:00.123', 'infinity',
              '1 year 2 days 03:04:05.6', ${Buffer.from(Array.from({ length: 256 }, (_, n) => n))},
              ${JSON.stringify({ text, big: 1, nested: [null, true] })}::jsonb, '{"b": 1,  "a": 12345678901234567890.10}',
              ${[text ?? 'x', '', 'null']}, '{{1,2},{3,null}}', array['{"a": [1]}'::jsonb, 'null'], 'ab',
              'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')`.execute(connection)
  }
  await sql`insert into all_types default values`.execute(connection)
  await sql`delete from all_types where id = 2`.execute(connection)
  await sql`insert into z_parent values ('p')`.execute(connection)
  await sql`insert into a_child (parent) select 'p' from generate_series(1, 6000)`.execute(connection)
  await sql`update a_child set next = 6001 - id`.execute(connection)
  await sql`update z_parent set favourite = 7`.execute(connection)
  await sql`insert into events values ('later', '2021-01-01')`.execute(connection)
  await sql`insert into without_columns default values`.execute(connection)
}

/** Each table's rows as sorted JSON, one line a row. */
async function contents({ connection }: Database): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const table of ['all_types', 'a_child', 'z_parent', 'empty_one', 'events', 'without_columns']) {
    const { rows } = await sql
      .raw<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`)
      .execute(connection)
    all[table] = rows.map(({ row }) => row).join('\n')
  }
  return all
}

const pairs = databaseEngines.flatMap((from) =>
  databaseEngines.map((to) => ({ from, to, names: [from.name, to.name] })),
)

describe.each(pairs)('a backup of $names.0 restored into $names.1', ({ from, to }) => {
  let source: TestDatabase
  let target: TestDatabase
  beforeAll(async () => {
    source = await from.create([migrations])
    await fill(source)
  })
  beforeEach(async () => {
    target = await to.create([])
  })
  afterEach(() => target.drop())
  afterAll(() => source.drop())

  test('has the same rows, keys and triggers, and continues its sequences', async () => {
    const file = join(folder, 'b.gz')
    const made = await backup(source, file, now)
    expect(made.createdAt).toBe('2026-11-20T09:00:00.000Z')
    expect(made.tables.find(({ name }) => name === 'a_child')?.rows).toBe(6000)
    expect(await restore(target, file, [migrations])).toEqual(made)
    expect(await contents(target)).toEqual(await contents(source))

    const { rows } = await sql`insert into all_types (small) values (21) returning id, doubled`.execute(
      target.connection,
    )
    expect(rows).toEqual([{ id: 5, doubled: 42 }])
    const { rows: children } = await sql`insert into a_child (parent) values ('p') returning id`.execute(
      target.connection,
    )
    expect(children).toEqual([{ id: 6001 }])

    await expect(sql`insert into a_child (parent) values ('nobody')`.execute(target.connection)).rejects.toThrow(
      'of parent',
    )
    await expect(sql`update a_child set next = 0`.execute(target.connection)).rejects.toThrow('a_child_next_fkey')
    await expect(sql`delete from events`.execute(target.connection)).rejects.toThrow('append-only')
    await expect(sql`truncate events`.execute(target.connection)).rejects.toThrow('append-only')
  })

  test('is migrated to the current version', async () => {
    const file = join(folder, 'b.gz')
    await backup(source, file, now)
    const newer = mkdtempSync(join(tmpdir(), 'newer-'))
    for (const [name, text] of Object.entries(schema)) writeFileSync(join(newer, name), text)
    writeFileSync(
      join(newer, '0004_note.sql'),
      "-- New.\nalter table events add column note text not null default 'old';",
    )
    await restore(target, file, [newer])
    rmSync(newer, { recursive: true })
    const { rows } = await sql`select id, note from events order by id`.execute(target.connection)
    expect(rows).toEqual([
      { id: 'later', note: 'old' },
      { id: 'seed', note: 'old' },
    ])
  })
})

describe.each(databaseEngines)('on the $name engine', ({ create }) => {
  let source: TestDatabase
  let shelf: string
  let file: string
  beforeAll(async () => {
    source = await create([migrations])
    await fill(source)
    shelf = mkdtempSync(join(tmpdir(), 'backups-'))
    file = join(shelf, 'b.gz')
    await backup(source, file, now)
  })
  afterAll(async () => {
    await source.drop()
    rmSync(shelf, { recursive: true })
  })

  test('a backup is one snapshot while the database changes', async () => {
    if (source.engine === 'embedded') return // nothing changes meanwhile: there is one connection
    const busy = await create([migrations])
    await fill(busy)
    let going = true
    const writer = (async () => {
      while (going) {
        await busy.transaction(async (tx) => {
          await sql`insert into z_parent select 'p' || count(*) from z_parent`.execute(tx)
          await sql`insert into a_child (parent) select id from z_parent order by length(id) desc, id desc limit 1`.execute(
            tx,
          )
        })
      }
    })()
    const during = join(folder, 'busy.gz')
    const { tables } = await backup(busy, during, now)
    going = false
    await writer
    const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
    expect(rows.a_child).toBe((rows.z_parent ?? 0) - 1 + 6000)
    const target = await create([])
    await restore(target, during, [migrations])
    await target.drop()
    await busy.drop()
  })

  test('a backup is readable by its owner alone, leaves no draft, and replaces no file', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(shelf)).toEqual(['b.gz'])
    await expect(backup(source, file, now)).rejects.toThrow('already exists')
  })

  test('rows of many megabytes pass', async () => {
    const large = await create([])
    const migration = mkdtempSync(join(tmpdir(), 'large-'))
    writeFileSync(join(migration, '0001_large.sql'), '-- Large.\ncreate table large (bytes bytea);')
    const copy = await create([migration])
    const bytes = Buffer.alloc(8_000_000, 'abc')
    for (let n = 0; n < 2; n++) await sql`insert into large values (${bytes})`.execute(copy.connection)
    const largeFile = join(folder, 'large.gz')
    await backup(copy, largeFile, now)
    await restore(large, largeFile, [migration])
    const { rows } = await sql`select bytes from large limit 1`.execute(large.connection)
    expect((rows as { bytes: Buffer }[])[0]?.bytes.equals(bytes)).toBe(true)
    await large.drop()
    await copy.drop()
    rmSync(migration, { recursive: true })
  })

  describe('an attempt to restore', () => {
    let target: TestDatabase
    beforeAll(async () => {
      target = await create([])
    })
    afterAll(() => target.drop())
    const untouched = async () => {
      const { rows } = await sql`
        select count(*) as n from pg_class where relnamespace = 'public'::regnamespace`.execute(target.connection)
      expect(rows).toEqual([{ n: 0 }])
    }

    test('into a database that holds anything is refused', async () => {
      await expect(restore(source, file, [migrations])).rejects.toThrow(
        'into an empty database only, and this one holds',
      )
    })

    test('a backup of a newer version is refused', async () => {
      const older = mkdtempSync(join(tmpdir(), 'older-'))
      writeFileSync(join(older, '0001_all_types.sql'), schema['0001_all_types.sql'])
      await expect(restore(target, file, [older])).rejects.toThrow('has migration 0002_linked.sql, which this program')
      rmSync(older, { recursive: true })
      await untouched()
    })

    test('a file that is missing or is something else is refused', async () => {
      await expect(restore(target, join(folder, 'none.gz'), [migrations])).rejects.toThrow('none.gz')
      for (const content of ['', 'text', gzipSync('text'), gzipSync('{"a":1}\n'), gzipSync('')]) {
        const other = join(folder, 'other.gz')
        writeFileSync(other, content)
        await expect(restore(target, other, [migrations])).rejects.toThrow(DamagedBackup)
      }
      await untouched()
    })

    test('a truncated or altered file is refused with nothing written', async () => {
      const whole = readFileSync(file)
      const text = gunzipSync(whole)
      const broken = join(folder, 'broken.gz')
      const refuses = async (content: Buffer) => {
        writeFileSync(broken, content)
        await expect(restore(target, broken, [migrations])).rejects.toThrow(DamagedBackup)
      }
      const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
      const cutPacked = fc.asyncProperty(share, (at) => refuses(whole.subarray(0, Math.floor(at * whole.length))))
      await fc.assert(cutPacked, { numRuns: 8 })
      const cutText = fc.asyncProperty(share, (at) => refuses(gzipSync(text.subarray(0, Math.floor(at * text.length)))))
      await fc.assert(cutText, { numRuns: 8 })
      const flip = fc.asyncProperty(share, fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = Buffer.from(text)
        const index = Math.floor(at * text.length)
        altered[index] = (altered[index] ?? 0) ^ change
        return refuses(gzipSync(altered))
      })
      await fc.assert(flip, { numRuns: 12 })
      await refuses(gzipSync(Buffer.concat([text, Buffer.from('[1]\n')])))
      await untouched()
    })
  })
})
