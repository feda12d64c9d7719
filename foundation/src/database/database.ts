/**
 * One database, two engines: a PostgreSQL server (15 or newer), or PGlite embedded in a data folder of ours. Both speak
 * PostgreSQL's SQL; stores write it with Kysely's `sql` template and never ask which engine they are on.
 *
 * The embedded engine has one connection: inside `transaction`, only the handed `tx` may be used, for a query on
 * `connection` would wait for the transaction that waits for it.
 */
import type { Kysely } from 'kysely'

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
  close(): Promise<void>
}
