import { randomBytes } from 'node:crypto'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runAdmin } from '../admin/run-admin.ts'
import * as audit from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import { makeNewId } from '../new-id.ts'
import type { Pruner } from './model/eraser.ts'
import { pruneJob } from './prune.job.ts'
import { pruneData } from './prune-data.ts'

const day = 24 * 3_600_000

describe.each(databaseEngines)('pruning on $name', ({ create }) => {
  let db: TestDatabase
  const clock = new Date('2026-11-20T09:00:00Z')
  const now = () => clock

  beforeAll(async () => {
    db = await create()
    await sql`create table notes (at timestamptz not null)`.execute(db.connection)
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await sql`truncate notes`.execute(db.connection)
    await sql`
      insert into notes select ${clock}::timestamptz - n * interval '1 day' from generate_series(1, 2500) as n`.execute(
      db.connection,
    )
  })

  const batches: number[] = []
  const notes: Pruner = {
    name: 'notes',
    async prune(tx: Queryable, before, limit) {
      const { rows } = await sql`
        delete from notes where ctid = any (array(select ctid from notes where at < ${before} limit ${limit}))
        returning at`.execute(tx)
      batches.push(rows.length)
      return rows.length
    },
  }
  const failing: Pruner = {
    name: 'failing',
    prune: async () => {
      throw new Error('out of order')
    },
  }
  const left = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from notes`.execute(db.connection)
    return rows[0]!.count
  }
  const past = (days: number) => new Date(clock.getTime() - days * day)

  test('removes old rows in batches, and leaves younger ones', async () => {
    batches.length = 0
    expect(await pruneData(db, [notes], () => past(100))).toEqual({ notes: 2400 })
    expect(batches).toEqual([1000, 1000, 400])
    expect(await left()).toBe(100)
  })

  test('a pruner that fails does not stop the others, and is reported at the end', async () => {
    await expect(pruneData(db, [failing, notes], () => past(100))).rejects.toThrow('could not be pruned')
    expect(await left()).toBe(100)
  })

  test('can be stopped between two batches', async () => {
    const stop = new AbortController()
    const stopping: Pruner = {
      name: 'notes',
      prune: (...given) => {
        stop.abort()
        return notes.prune(...given)
      },
    }
    expect(await pruneData(db, [stopping], () => past(0), stop.signal)).toEqual({ notes: 1000 })
    expect(await left()).toBe(1500)
  })

  test('the daily job removes what is past the configured age', async () => {
    await pruneJob({ db, now }, { keptMs: 30 * day, pruners: [notes] }).run(new AbortController().signal)
    expect(await left()).toBe(30)
  })

  test('data with a retention of its own follows that', async () => {
    const retention = { keptMs: 30 * day, pruners: [{ ...notes, keptMs: 10 * day }] }
    await pruneJob({ db, now }, retention).run(new AbortController().signal)
    expect(await left()).toBe(10)
  })

  test('an operator may prune by hand, and below the configured age only with confirmation', async () => {
    const newId = makeNewId({ now, randomBytes })
    const retention = { keptMs: 30 * day, pruners: [notes] }
    const admin = anAdministration({ db, now, newId, retention })
    const said: string[] = []
    const run = (...words: string[]) =>
      runAdmin({
        words: ['prune', ...words],
        newId,
        account: 'tester',
        folder: '/',
        out: (text) => said.push(text),
        err: (text) => said.push(text),
        open: async () => ({ ...admin, db: { ...db, close: async () => {} } }),
      })

    expect(await run('--older-than', '10d')).toBe(2)
    expect(said.at(-1)).toContain('--yes')
    expect(await left()).toBe(2500)
    expect(await run('--older-than', '999999999d')).toBe(0)
    expect(await left()).toBe(2500)
    expect(await run()).toBe(0)
    expect(await left()).toBe(30)
    expect(await run('--older-than', '10d', '--yes')).toBe(0)
    expect(await left()).toBe(10)
    expect(await audit.list(db.connection, { target: 'data' }, 2)).toMatchObject([
      { action: 'data.prune', actor: 'operator:tester', after: { notes: 20 } },
      { action: 'data.prune', after: { notes: 2470, olderThan: 'configured' } },
    ])
  })
})
