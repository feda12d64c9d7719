import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DurableFileSystem } from './durable-file-system.ts'
import { EngineMaintenance } from './engine-maintenance.ts'
import { startParameters } from './engine-settings.ts'
import { proveThatCommitsAreFlushed } from './flush-proof.ts'

describe('the embedded engine with our settings', () => {
  let folder: string
  let files: DurableFileSystem
  let engine: PGlite
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'engine-'))
    files = new DurableFileSystem(folder)
    engine = await PGlite.create({ fs: files, startParams: startParameters })
  })
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  test('proves at the start that a commit is flushed, and leaves nothing behind', async () => {
    await proveThatCommitsAreFlushed(engine, files)
    await proveThatCommitsAreFlushed(engine, files)
    const { rows } = await engine.query("select to_regclass('flush_probe') as probe")
    expect(rows).toEqual([{ probe: null }])
  })

  test('flushes once for every commit', async () => {
    await engine.exec('create table flushed (x int)')
    const before = files.flushes
    for (let n = 0; n < 25; n++) await engine.query('insert into flushed values ($1)', [n])
    expect(files.flushes - before).toBe(25)
  })

  test('takes checkpoints, so that the log stays short', async () => {
    const maintenance = new EngineMaintenance(engine, files, 1_000_000)
    const redo = async () => (await engine.query('select redo_lsn::text as at from pg_control_checkpoint()')).rows[0]
    await engine.exec('create table long (body text)')
    await maintenance.run()
    const before = await redo()
    await engine.exec(`insert into long select repeat(md5(n::text), 30) from generate_series(1, 2000) n`)
    await maintenance.run()
    expect(await redo()).not.toEqual(before)
    const segments = readdirSync(join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
    expect(segments.length).toBeLessThanOrEqual(4)
  })

  test('vacuums tables that need it, one at a time, and never inside a transaction', async () => {
    const maintenance = new EngineMaintenance(engine, files)
    await engine.exec(
      'create table busy (x int); create table quiet (x int); insert into busy select generate_series(1, 500)',
    )
    for (let n = 0; n < 3; n++) await engine.exec('update busy set x = x + 1')
    const vacuumed = async () => {
      const { rows } = await engine.query<{ name: string }>(
        `select relname as name from pg_stat_user_tables where last_vacuum is not null and relname in ('busy', 'quiet')`,
      )
      return rows.map(({ name }) => name)
    }
    await engine.query('select pg_stat_force_next_flush()')
    maintenance.askForVacuum()
    await engine.exec('begin')
    await maintenance.run()
    await engine.exec('commit')
    expect(await vacuumed()).toEqual([])
    for (let n = 0; n < 20; n++) await maintenance.run()
    expect(await vacuumed()).toEqual(['busy'])
  })
})

test('an engine whose commits are not flushed is refused at its start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'))
  const files = new DurableFileSystem(folder)
  const engine = await PGlite.create({
    fs: files,
    startParams: ['--single', '-F', ...startParameters.slice(1), '-c', 'fsync=off'],
  })
  await expect(proveThatCommitsAreFlushed(engine, files)).rejects.toThrow('did not flush its log to the disk')
  await engine.close()
  rmSync(folder, { recursive: true })
})
