import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { databaseEngines, postgres, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

describe.runIf(databaseEngines.includes(postgres))('a database on a server', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await postgres.create([])
  })
  afterAll(() => db.drop())

  // The driver warns once in a process, so this comes first.
  test('a listening connection has one query at a time', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    const listeners = await Promise.all(['one', 'two', 'three'].map((channel) => db.listen(channel, () => {})))
    await Promise.all(listeners.map((listener) => listener.close()))
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  test('is shared by several processes, which hear each other', async () => {
    const other = await db.openAgain()
    const heard: string[] = []
    const listener = await other.listen('shared', (payload) => heard.push(payload))
    await sql`select pg_notify('shared', 'hello')`.execute(db.connection)
    await expect.poll(() => heard).toEqual(['hello'])
    await listener.close()
    await other.close()
  })

  test('a listening connection that is cut is not live, says so, and comes back by itself', async () => {
    const heard: string[] = []
    const listener = await db.listen('cut', (payload) => heard.push(payload))
    expect(listener).toMatchObject({ live: true, interruptions: 0 })
    const { rows } = await sql`
      select pg_terminate_backend(pid) as cut from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database()`.execute(db.connection)
    expect(rows).toContainEqual({ cut: true })

    await expect.poll(() => listener.interruptions, { interval: 5 }).toBe(1)
    await expect.poll(() => listener.live, { timeout: 5_000 }).toBe(true)
    await sql`select pg_notify('cut', 'after')`.execute(db.connection)
    await expect.poll(() => heard).toEqual(['after'])
    await listener.close()
  })

  test('a query whose connection is cut fails, and the next one finds another', async () => {
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db.connection)
    await expect(cut).rejects.toThrow()
    const { rows } = await sql`select 1 as n`.execute(db.connection)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('a transaction whose connection is cut fails and leaves nothing', async () => {
    await sql`create table half (x int)`.execute(db.connection)
    const cut = db.transaction(async (tx) => {
      await sql`insert into half values (1)`.execute(tx)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    const { rows } = await sql`select count(*) as n from half`.execute(db.connection)
    expect(rows).toEqual([{ n: 0 }])
  })

  test('that is not in UTF8 is refused', async () => {
    await sql`create database odd_encoding encoding 'SQL_ASCII' locale 'C' template template0`.execute(db.connection)
    const url = db.options.url?.replace(/\/test_\w+/, '/odd_encoding')
    await expect(openDatabase({ url, folder: tmpdir() })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('must be encoded in UTF8; this one is in SQL_ASCII') },
    })
    await sql`drop database odd_encoding`.execute(db.connection)
  })

  test('that accepts no connection is waited for, and the error says how long and what to check', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const waits: number[] = []
    try {
      const opening = openDatabase({
        url: `postgres://ada@127.0.0.1:${port}/none`,
        folder: tmpdir(),
        setting: 'COMPUTE_DATABASE_URL',
        connectMs: 100,
        maxWaitMs: 250,
        onWait: (waitedMs) => waits.push(waitedMs),
      })
      await expect(opening).rejects.toMatchObject({
        message: `The database none at 127.0.0.1:${port}, which COMPUTE_DATABASE_URL names, cannot be used.`,
        cause: { message: expect.stringMatching(/^It has accepted no connection in 0 seconds. Check that the server/) },
      })
      expect(waits.length).toBeGreaterThanOrEqual(1)
      expect(waits[0]).toBeGreaterThanOrEqual(95)
    } finally {
      silent.close()
    }
  })

  test('that cannot be reached is an error at once', async () => {
    await expect(openDatabase({ url: 'postgres://localhost:1/none', folder: tmpdir() })).rejects.toMatchObject({
      message: 'The database none at localhost:1 cannot be used.',
      cause: { code: 'ECONNREFUSED' },
    })
  })
})
