/**
 * One owner per data folder: two engines on the same files lose committed rows without a word.
 *
 * The lock is the operating system's own record lock on a file, taken through SQLite because Node offers no other way to
 * it. The kernel drops it with the process however that ends, so there is no stale lock to judge, no window between two
 * starters, and it holds between containers that share the folder, where process ids mean nothing.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/** The folder belongs to a process that is alive. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

export type FolderLock = { release(): void }

/** Kept here, for a lock whose owner forgets it would be collected as garbage, and the folder be free without a word. */
const held = new Set<DatabaseSync>()

export function lockFolder(folder: string): FolderLock {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const ownerFile = join(path, 'owner.json')
  const lock = takeFileLock(join(path, 'lock'), () => describeOwner(path, ownerFile))
  held.add(lock)
  writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }))
  return {
    release() {
      rmSync(ownerFile, { force: true })
      lock.close()
      held.delete(lock)
    },
  }
}

function takeFileLock(file: string, describe: () => string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    // The journal in memory: nothing is ever written, and a killed owner must leave nothing to recover.
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new FolderInUse(describe()) // SQLite's own words would only say that a database is locked
    }
    throw new Error(`The file ${file} cannot be locked, so the data beside it cannot be opened safely.`, {
      cause: error,
    })
  }
}

/** Written after the lock is taken, so a reader may be a moment too early: then the owner goes unnamed. */
function describeOwner(path: string, ownerFile: string): string {
  let owner = 'another process'
  try {
    const { pid, host, since } = JSON.parse(readFileSync(ownerFile, 'utf8'))
    owner = `process ${pid} on ${host} (since ${since})`
  } catch {}
  return (
    `The data folder ${path} is in use by ${owner}. Only one process at a time can open an embedded database: ` +
    `stop that one first, or use a PostgreSQL server, which several processes can share.`
  )
}
