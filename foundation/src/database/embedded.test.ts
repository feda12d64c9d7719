import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { embedded, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FolderInUse } from './folder-lock.ts'

describe('a database in a folder', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await embedded.create([])
    await sql`create table kept (n int)`.execute(db.connection)
  })
  afterAll(() => db.drop())

  const kept = async () => (await sql`select count(*) as n from kept`.execute(db.connection)).rows

  test('has one owner, in the same process too', async () => {
    await expect(db.openAgain()).rejects.toThrow(FolderInUse)
    expect(await kept()).toEqual([{ n: 0 }])
  })

  test('starts again by itself after a panic, with all that was committed', async () => {
    const heard: string[] = []
    const listener = await db.listen('panic', (payload) => heard.push(payload))
    await sql`insert into kept values (1)`.execute(db.connection)

    const log = join(db.options.folder, 'postgres', 'pg_wal')
    renameSync(log, `${log}.away`) // as a disk that fails: the next log file cannot be made
    const write = async () => {
      await sql`select pg_switch_wal()`.execute(db.connection)
      await sql`insert into kept values (2)`.execute(db.connection)
    }
    await expect(write().then(write)).rejects.toThrow()
    const complaint = () => kept().catch((error: Error) => error.message)
    await expect.poll(complaint, { timeout: 10_000 }).toContain('could not be opened')

    renameSync(`${log}.away`, log)
    const { rows } = await sql`select array_agg(n order by n) @> '{1}' as whole from kept`.execute(db.connection)
    expect(rows).toEqual([{ whole: true }])

    expect(listener).toMatchObject({ live: true })
    expect(listener.interruptions).toBeGreaterThan(0)
    await sql`select pg_notify('panic', 'over')`.execute(db.connection)
    await expect.poll(() => heard).toEqual(['over'])
  })

  test('a transaction that the driver gives up on leaves nothing to the next', async () => {
    const lost = db.transaction(async (tx) => {
      await sql`insert into kept values (99)`.execute(tx)
      await sql`savepoint here`.execute(tx)
      await sql`select nonsense`.execute(tx)
    })
    await expect(lost).rejects.toThrow('nonsense')
    const { rows } = await sql`select count(*) as n from kept where n = 99`.execute(db.connection)
    expect(rows).toEqual([{ n: 0 }])
  })
})
