import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseEngines, postgres, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from './database.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import { foundationMigrations, readMigrations } from './migration-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const add = (name: string, statements: string, reason = 'So that the test has it.') =>
  writeFileSync(join(folder, name), `-- ${reason}\n${statements}\n`)

describe('migration files', () => {
  test('run folder by folder, and by name within each', () => {
    const second = mkdtempSync(join(tmpdir(), 'migrations-'))
    add('0002_later.sql', 'select 1;')
    add('0001_early.sql', 'select 1;')
    writeFileSync(join(second, '0001_other.sql'), '-- Why.\nselect 1;')
    const names = readMigrations([folder, second]).map(({ name }) => name)
    expect(names).toEqual(['0001_early.sql', '0002_later.sql', '0001_other.sql'])
    rmSync(second, { recursive: true })
  })

  test('are the same with the line ends of another system', () => {
    add('0001_a.sql', 'select 1;\nselect 2;')
    const [unix] = readMigrations([folder])
    writeFileSync(join(folder, '0001_a.sql'), '-- So that the test has it.\r\nselect 1;\r\nselect 2;\r\n')
    expect(readMigrations([folder])).toEqual([unix])
  })

  test('without a reason at the top are refused', () => {
    writeFileSync(join(folder, '0001_a.sql'), 'select 1;')
    expect(() => readMigrations([folder])).toThrow('does not begin with a comment that gives its reason')
  })

  test.each(['1_a.sql', '0001-a.sql', '0001_A.sql'])('named %s are refused', (name) => {
    add(name, 'select 1;')
    expect(() => readMigrations([folder])).toThrow(name)
  })

  test('of one name in two folders are refused', () => {
    add('0001_a.sql', 'select 1;')
    expect(() => readMigrations([folder, folder])).toThrow('Two migrations are named 0001_a.sql')
  })

  test('of the foundation are well formed', () => {
    expect(readMigrations([foundationMigrations]).length).toBeGreaterThan(0)
  })
})

describe.each(databaseEngines)('migrating on the $name engine', ({ create }) => {
  let db: TestDatabase
  beforeEach(async () => {
    db = await create([])
  })
  afterEach(() => db.drop())

  const names = async () => (await db.transaction(appliedMigrations)).map(({ name }) => name)

  test('runs each file once, several statements in each, and remembers the order', async () => {
    add('0001_a.sql', 'create table a (x int);\ninsert into a values (1);')
    add('0002_b.sql', 'create table b as select x + 1 as x from a;')
    expect(await migrate(db, [folder])).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await migrate(db, [folder])).toEqual([])
    add('0003_c.sql', 'insert into b values (3);')
    expect(await migrate(db, [folder])).toEqual(['0003_c.sql'])
    expect(await names()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql'])
    const { rows } = await sql`select x from b order by x`.execute(db.connection)
    expect(rows).toEqual([{ x: 2 }, { x: 3 }])
  })

  test('a file that fails leaves nothing of itself, and what came before stays', async () => {
    add('0001_a.sql', 'create table a (x int);')
    add('0002_b.sql', 'create table b (x int); insert into nowhere values (1);')
    await expect(migrate(db, [folder])).rejects.toThrow('Migration 0002_b.sql failed, and nothing of it was applied')
    expect(await names()).toEqual(['0001_a.sql'])
    const { rows } = await sql`select to_regclass('b') as b`.execute(db.connection)
    expect(rows).toEqual([{ b: null }])
  })

  test('an applied file that was edited is an error that names it', async () => {
    add('0001_a.sql', 'create table a (x int);')
    await migrate(db, [folder])
    add('0001_a.sql', 'create table a (x int, y int);')
    await expect(migrate(db, [folder])).rejects.toThrow('Migration 0001_a.sql has been edited')
  })

  test('a database newer than the program is refused', async () => {
    add('0001_a.sql', 'create table a (x int);')
    add('0002_b.sql', 'create table b (x int);')
    await migrate(db, [folder])
    rmSync(join(folder, '0002_b.sql'))
    await expect(migrate(db, [folder])).rejects.toThrow(
      'The database is newer than this program: it has migration 0002_b',
    )
  })

  test('several processes that start at once end at the same point, each step done once', async () => {
    for (let n = 1; n <= 5; n++) add(`000${n}_step.sql`, `create table step${n} (x int); select pg_sleep(0.01);`)
    const others =
      db.engine === 'postgres' ? [await db.openAgain(), await db.openAgain(), await db.openAgain()] : [db, db]
    const applied = await Promise.all([db, ...others].map((each) => migrate(each, [folder])))
    expect(applied.flat().sort()).toEqual([
      '0001_step.sql',
      '0002_step.sql',
      '0003_step.sql',
      '0004_step.sql',
      '0005_step.sql',
    ])
    expect(await names()).toHaveLength(5)
    for (const other of others) if (other !== db) await other.close()
  })
})

describe.runIf(inject('testDatabases').binaries)('while another process holds a lock on a table', () => {
  let db: TestDatabase
  let other: Database
  beforeEach(async () => {
    db = await postgres.create([])
    other = await db.openAgain()
    add('0001_a.sql', 'create table a (x int); create table b (x int);')
    await migrate(db, [folder])
    add('0002_b.sql', 'alter table b add y int; alter table a add y int;')
  })
  afterEach(async () => {
    await other.close()
    await db.drop()
  })

  const waits = { lockTimeoutMs: 50, pauseMs: 200 }
  /** Another transaction has read the table, and goes on until `release`. */
  async function readAndStay() {
    const held = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const ended = other.transaction(async (tx) => {
      await sql`select from a`.execute(tx)
      held.resolve()
      await released
    })
    await held.promise
    return { release, ended }
  }

  test('a migration lets readers through between its attempts, and succeeds once the lock is free', async () => {
    const { release, ended } = await readAndStay()
    const { promise: waiting, resolve: onWait } = Promise.withResolvers<string>()
    const migrated = migrate(db, [folder], { ...waits, onWait })
    expect(await waiting).toBe('0002_b.sql')
    await sql`select from a, b`.execute(other.connection)
    release()
    await ended
    expect(await migrated).toEqual(['0002_b.sql'])
    await sql`select a.y, b.y from a, b`.execute(db.connection)
  })

  test('a migration that never gets it fails, and nothing of it stays', async () => {
    const { release, ended } = await readAndStay()
    const failed = await migrate(db, [folder], { ...waits, giveUpAfterMs: 300 }).catch((error: Error) => error)
    expect(failed).toMatchObject({ message: expect.stringContaining('0002_b.sql failed'), cause: { code: '55P03' } })
    release()
    await ended
    expect(await migrate(db, [folder])).toEqual(['0002_b.sql'])
  })
})
