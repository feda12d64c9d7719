import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FolderInUse } from './folder-lock.ts'
import { type DatabaseOptions, openDatabase } from './open-database.ts'

const rounds = 6
const writer = fileURLToPath(new URL('../../testing/src/database/crash-writer.main.ts', import.meta.url))

type Found = { highest: number; whole: boolean; openedMs: number }

const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Lets a writer run, kills it `afterMs` after its first commit, and tells what it found and what it had acknowledged. */
async function writeAndBeKilled(options: DatabaseOptions, afterMs: number, meanwhile?: () => Promise<void>) {
  const child = spawn(process.execPath, [writer, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const exited = once(child, 'exit')
  let found: Found | undefined
  let acknowledged = 0
  for await (const line of createInterface(child.stdout)) {
    const [word, value] = [line.slice(0, 5), JSON.parse(line.slice(6))]
    if (word === 'found') found = value
    // At any moment of its writing.
    else if (acknowledged === 0) void (meanwhile?.() ?? sleep(afterMs)).finally(() => child.kill('SIGKILL'))
    if (word === 'wrote') acknowledged = value
  }
  await exited
  children.delete(child)
  if (!found) throw new Error('The writer died before it was killed')
  return { found, acknowledged }
}

describe.each(databaseEngines)('killing a writer on the $name engine', ({ create }) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await create([])
    await db.close()
  })
  afterAll(() => db.drop())

  test(`${rounds} times loses no acknowledged transaction and leaves no half of one`, {
    timeout: 180_000,
  }, async () => {
    let acknowledgedBefore = 0
    const openedMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { found, acknowledged } = await writeAndBeKilled(db.options, Math.random() * 500)
      expect(found.whole).toBe(true)
      expect(found.highest).toBeGreaterThanOrEqual(acknowledgedBefore)
      acknowledgedBefore = acknowledged
      openedMs.push(found.openedMs)
    }
    const after = await db.openAgain()
    const { rows } = await sql`
      select max(number) >= ${acknowledgedBefore} as all_there, count(*) = 5 * max(number) as whole
        from written`.execute(after.connection)
    await after.close()
    expect(rows).toEqual([{ allThere: true, whole: true }])
    expect(Math.max(...openedMs)).toBeLessThan(15_000) // seconds on an idle machine; tests share theirs
  })
})

describe('an embedded folder', () => {
  let folder: string
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('is refused to a second process, which changes nothing', async () => {
    folder = mkdtempSync(join(tmpdir(), 'second-'))
    await writeAndBeKilled({ folder }, 0, async () => {
      await expect(openDatabase({ folder })).rejects.toThrow(FolderInUse)
    })
    const { found } = await writeAndBeKilled({ folder }, 0)
    expect(found.whole).toBe(true)
  })

  test('whose creation was interrupted is created by the next start', async () => {
    folder = mkdtempSync(join(tmpdir(), 'creation-'))
    for (let round = 0; round < 4 && !existsSync(join(folder, 'postgres')); round++) {
      const child = spawn(process.execPath, [writer, JSON.stringify({ folder })], { stdio: 'ignore' })
      children.add(child)
      await sleep(300 + Math.random() * 1_500) // at any moment of the creation
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const { found } = await writeAndBeKilled({ folder }, 0)
    expect(found).toMatchObject({ highest: 0, whole: true })
  })
})
