import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'
import {
  databaseEngines,
  fastestEngine,
  type TestDatabase,
} from '@service/foundation-testing/database/database-engines.ts'
import { aUnList, startAuthority, type TestAuthority } from '@service/reputation-testing/lists/authority.ts'
import type { ListsProcessOptions } from '@service/reputation-testing/lists/lists-process.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))
const program = fileURLToPath(new URL('../../../testing/src/lists/lists-process.ts', import.meta.url))

type LogLine = { msg: string; entries?: number }

function start(options: ListsProcessOptions) {
  const child: ChildProcess = fork(program, [JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  })
  const lines: LogLine[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(JSON.parse(line) as LogLine))
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  return {
    child,
    ended,
    /** Entries of the indexes it has used so far. */
    used: () => lines.flatMap(({ msg, entries }) => (msg === 'index in use' ? [entries] : [])),
    did: (msg: string) => lines.some((line) => line.msg === msg),
    stop() {
      if (child.connected) child.disconnect()
      return ended
    },
  }
}

describe.each(databaseEngines)('a process killed on $name', ({ name, create }) => {
  let db: TestDatabase
  let authority: TestAuthority
  let options: ListsProcessOptions
  const started: ReturnType<typeof start>[] = []
  const run = (change: Partial<ListsProcessOptions> = {}) => {
    const process = start({ ...options, ...change })
    started.push(process)
    return process
  }

  beforeEach(async () => {
    db = await create([foundationMigrations, migrations])
    if (name === 'embedded') await db.close() // one process can hold it, and that is to be the child
    authority = await startAuthority()
    options = {
      database: db.options,
      addresses: { UN: [authority.address('/un.xml')] },
      folder: await mkdtemp(join(tmpdir(), 'lists-')),
      refreshEveryMs: 1_000,
    }
  })
  afterEach(async () => {
    for (const { child } of started.splice(0)) child.kill('SIGKILL')
    await authority.close()
    await rm(options.folder, { recursive: true })
    await db.drop()
  })

  /** On a server, a dead process's lease is waited for; the wait is cut short here. */
  async function endLease(): Promise<void> {
    if (name === 'postgres') await sql`update list_states set leased_until = now()`.execute(db.connection)
  }

  const steps: [step: string, killAtCount: number][] = [
    ['list downloaded', 1],
    ['list version stored', 1],
    ['index compiled', 1],
    ['index snapshot written', 1],
    ['index snapshot saved', 1],
    ['index in use', 2], // first the old one, from its snapshot
  ]
  // What is compiled and saved lies in files, whatever the engine; the embedded one takes its time to open after each.
  const inDatabase = ['list downloaded', 'list version stored']
  test.each(steps.filter(([step]) => name === fastestEngine.name || inDatabase.includes(step)))(
    'right after “%s” starts right again, with no list before and with an older one',
    { timeout: 180_000 },
    async (step, killAtCount) => {
      authority.serve('/un.xml', aUnList(10))
      expect(await run({ killAt: step }).ended).toBe('SIGKILL')
      await endLease()
      const second = run()
      await expect.poll(second.used, { timeout: 60_000 }).toEqual([10])
      expect(second.did('index compiled')).toBe(!['index snapshot saved', 'index in use'].includes(step))
      await second.stop()

      authority.serve('/un.xml', aUnList(11))
      expect(await run({ killAt: step, killAtCount }).ended).toBe('SIGKILL')
      await endLease()
      const fourth = run()
      await expect.poll(() => fourth.used().at(-1), { timeout: 60_000 }).toBe(11)
      expect(fourth.used()[0]).toBe(step === 'list downloaded' ? 10 : 11)
      await fourth.stop()
      const snapshots = (await readdir(options.folder)).filter((file) => file.endsWith('.index'))
      expect(snapshots.length).toBe(1)
    },
  )
})
