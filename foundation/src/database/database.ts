/**
 * One database, two engines: a PostgreSQL server (15 or newer), or PostgreSQL compiled to WebAssembly (PGlite) in a data
 * folder of ours. Stores write SQL with Kysely's `sql` template and never ask which engine they are on.
 *
 * Both engines are spoken to by the same driver over PostgreSQL's protocol (the embedded one through a stream to a
 * worker thread), so parameters and results are the same on both: timestamps are `Date`, `date` and `numeric` are
 * strings, `bigint` is a number (a `BigInt` past 2^53), `bytea` is a `Buffer`, JSON is parsed. Columns are
 * named in camel case (`company_id` is `row.companyId`, see `column-names.ts`). A value for a JSON column is passed as
 * text, `${JSON.stringify(value)}::jsonb`, for the driver would write an array as a PostgreSQL array.
 *
 * The embedded engine has one connection: inside `transaction`, only the handed `tx` may be used, for a query on
 * `connection` would wait for the transaction that waits for it. Such a query is refused, on both engines.
 */
import type { Kysely } from 'kysely'

export { FolderInUse } from './folder-lock.ts'
export { GroupCommit } from './group-commit.ts'
export { lockCompany } from './lock-company.ts'
export { type AppliedMigration, appliedMigrations, applyNext, migrate } from './migrate.ts'
export { foundationMigrations, type Migration, readMigrations } from './migration-files.ts'
export { ofCompany } from './of-company.ts'
export { oneRow } from './one-row.ts'
export { type DatabaseOptions, openDatabase } from './open-database.ts'
export { preparedAs } from './prepared-statements.ts'
export { storableText } from './storable-text.ts'

/** A connection pool or a transaction: the first argument of every store function. */
export type Queryable = Kysely<unknown>

export interface Database {
  readonly engine: 'postgres' | 'embedded'
  readonly connection: Queryable
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Calls `handler` with the payload of every `NOTIFY channel` that commits from now on, in any process. */
  listen(channel: string, handler: (payload: string) => void): Promise<Listener>
  close(): Promise<void>
}

export interface Listener {
  /** False while the connection that listens is down: notifications may be missing, so caches must not be trusted. */
  readonly live: boolean
  /** How often that connection has been lost so far. A cache older than the last loss may have missed a notification. */
  readonly interruptions: number
  close(): Promise<void>
}
