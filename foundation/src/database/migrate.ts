/**
 * Brings a database forward to the tables that this version of the program knows. There is no way back.
 *
 * Every migration runs in a transaction of its own that first takes a lock and reads what has been applied, so several
 * processes may start at once: the first to take the lock applies a step, and all end at the same point. Kysely's own
 * migrator is not used because it runs functions, not SQL files, keeps no checksums, and holds one connection for all.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queryable } from './database.ts'
import { type Migration, readMigrations } from './migration-files.ts'

export type AppliedMigration = { name: string; checksum: string; position: number; appliedAt: Date }

/** Any number will do, as long as nobody else in the same database takes it for something else. */
const migrationLock = 7_200_447

/** What PostgreSQL calls a lock that was not had in time. */
const lockNotAvailable = '55P03'

export type LockWaits = {
  /** Called each time that a migration lets others through. */
  onWait?: (migration: string) => void
  /** For one lock, for which every later reader of its table waits too. */
  lockTimeoutMs: number
  pauseMs: number
  giveUpAfterMs: number
}

const lockWaits: LockWaits = { lockTimeoutMs: 3_000, pauseMs: 5_000, giveUpAfterMs: 300_000 }

/** Returns the names of the migrations that this call has applied. */
export async function migrate(
  database: Database,
  folders: readonly string[],
  options: Partial<LockWaits> = {},
): Promise<string[]> {
  const known = readMigrations(folders)
  const applied: string[] = []
  // The embedded engine has one connection: nobody else holds a lock, or waits for one.
  const waits = database.engine === 'postgres' ? { ...lockWaits, ...options } : undefined
  for (;;) {
    const name = await database.transaction((tx) => applyNext(tx, known, waits))
    if (name === undefined) return applied
    applied.push(name)
  }
}

/**
 * Applies the first of `known` that is missing and returns its name, or `undefined` if none is. Without `waits` it waits
 * for each lock as long as it takes.
 */
export async function applyNext(
  tx: Queryable,
  known: readonly Migration[],
  waits?: LockWaits,
): Promise<string | undefined> {
  await sql`set local statement_timeout = 0`.execute(tx) // the process that has the lock may take its time
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx)
  const applied = await appliedMigrations(tx)
  assertSameHistory(applied, known)
  const names = new Set(applied.map(({ name }) => name))
  const next = known.find(({ name }) => !names.has(name))
  if (!next) return undefined
  try {
    await (waits ? runPatiently(tx, next, waits) : sql.raw(next.sql).execute(tx))
  } catch (error) {
    throw new Error(`Migration ${next.name} failed, and nothing of it was applied.`, { cause: error })
  }
  if (applied.length === 0) await createMemory(tx)
  await sql`
    insert into schema_migrations (name, checksum, position)
    values (${next.name}, ${next.checksum}, ${applied.length + 1})`.execute(tx)
  return next.name
}

/**
 * Older processes serve meanwhile, and while a statement waits for a lock on a table, all that would read the table wait
 * behind it. So it waits for a moment, gives up all locks of the step, lets the others through and tries again. It keeps
 * the lock on migrations, or the next process that starts would take its place without a pause.
 */
async function runPatiently(tx: Queryable, { name, sql: statements }: Migration, waits: LockWaits): Promise<void> {
  const { onWait, lockTimeoutMs, pauseMs, giveUpAfterMs } = waits
  const end = performance.now() + giveUpAfterMs
  await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx)
  await sql`savepoint step`.execute(tx)
  for (;;) {
    try {
      await sql.raw(statements).execute(tx)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || performance.now() + pauseMs > end) throw error
    }
    await sql`rollback to savepoint step`.execute(tx)
    onWait?.(name)
    await sleep(pauseMs)
  }
}

/** What the database remembers, in the order it was applied. */
export async function appliedMigrations(tx: Queryable): Promise<AppliedMigration[]> {
  const memory = await sql<{ table: string | null }>`select to_regclass('schema_migrations') as "table"`.execute(tx)
  if (!memory.rows[0]?.table) return []
  const { rows } = await sql<AppliedMigration>`
    select name, checksum, position, applied_at from schema_migrations order by position`.execute(tx)
  return rows
}

async function createMemory(tx: Queryable): Promise<void> {
  await sql`
    create table schema_migrations (
      name text primary key,
      checksum text not null,
      position integer not null unique,
      applied_at timestamptz not null default now()
    )`.execute(tx)
}

function assertSameHistory(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of applied) {
    const ours = checksums.get(name)
    if (ours === undefined) {
      throw new Error(
        `The database is newer than this program: it has migration ${name}, which this version does not know. ` +
          `Start the version that wrote it or a newer one, or restore a backup into an empty database.`,
      )
    }
    if (ours !== checksum) {
      throw new Error(
        `Migration ${name} has been edited since it was applied to this database. Put the file back as it was, and ` +
          `make the change in a migration of its own.`,
      )
    }
  }
}
