/**
 * Brings a database forward to the tables that this version of the program knows. There is no way back.
 *
 * Every migration runs in a transaction of its own that first takes a lock and reads what has been applied, so several
 * processes may start at once: the first to take the lock applies a step, and all end at the same point. Kysely's own
 * migrator is not used because it runs functions, not SQL files, keeps no checksums, and holds one connection for all.
 */
import { sql } from 'kysely'
import type { Database, Queryable } from './database.ts'
import { type Migration, readMigrations } from './migration-files.ts'

export type AppliedMigration = { name: string; checksum: string; position: number; appliedAt: Date }

/** Any number will do, as long as nobody else in the same database takes it for something else. */
const migrationLock = 7_200_447

/** Returns the names of the migrations that this call has applied. */
export async function migrate(database: Database, folders: readonly string[]): Promise<string[]> {
  const known = readMigrations(folders)
  const applied: string[] = []
  for (;;) {
    const name = await database.transaction((tx) => applyNext(tx, known))
    if (name === undefined) return applied
    applied.push(name)
  }
}

/** Applies the first of `known` that is missing and returns its name, or `undefined` if none is. */
export async function applyNext(tx: Queryable, known: readonly Migration[]): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx)
  const applied = await appliedMigrations(tx)
  assertSameHistory(applied, known)
  const names = new Set(applied.map(({ name }) => name))
  const next = known.find(({ name }) => !names.has(name))
  if (!next) return undefined
  await sql`set local statement_timeout = 0`.execute(tx)
  try {
    await sql.raw(next.sql).execute(tx)
  } catch (error) {
    throw new Error(`Migration ${next.name} failed, and nothing of it was applied.`, { cause: error })
  }
  if (applied.length === 0) await createMemory(tx)
  await sql`
    insert into schema_migrations (name, checksum, position)
    values (${next.name}, ${next.checksum}, ${applied.length + 1})`.execute(tx)
  return next.name
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
