/** A PostgreSQL server as a `Database`: a pool for queries, and one connection of its own that listens. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { nameColumnsInCamelCase } from './column-names.ts'
import type { Database } from './database.ts'
import { databaseOver } from './database-over.ts'
import { PostgresListener } from './postgres-listener.ts'
import { prepareMarked } from './prepared-statements.ts'
import { valueTypes } from './value-types.ts'

export type PostgresOptions = {
  url: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  connections: number
} & Patience

/** With a server that is slow to accept connections. */
export type Patience = {
  /** For one connection. */
  connectMs?: number
  /** At the start, for the first. */
  maxWaitMs?: number
  /** Called whenever another connection is tried. */
  onWait?: (waitedMs: number) => void
}

/** A statement that runs longer is a fault, and would hold its locks; migration, backup and restore lift the limit. */
const statementTimeoutMs = 60_000
const defaultPatience = { connectMs: 10_000, maxWaitMs: 30_000, onWait: () => {} }
const oldestServer = 15
const pauseMs = 100

export async function openPostgres({
  url,
  applicationName,
  connections,
  ...given
}: PostgresOptions): Promise<Database> {
  const patience = { ...defaultPatience, ...given }
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: patience.connectMs,
    keepAlive: true,
    options: '-c timezone=UTC',
    types: valueTypes,
  }
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  })
  pool.on('connect', keepUsable)
  pool.on('connect', prepareMarked)
  pool.on('connect', nameColumnsInCamelCase)
  pool.on('error', () => {}) // an idle connection was lost; the pool has dropped it and opens another when needed
  const listener = new PostgresListener(connection)
  const database = databaseOver({
    engine: 'postgres',
    dialect: new PostgresDialect({ pool }),
    listen: (channel, handler) => listener.listen(channel, handler),
    beforeClose: () => listener.close(),
  })
  try {
    await awaitUsable(database, patience)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/**
 * A server that stops, or that an administrator has end a session, sends a last error and then closes the connection.
 * Without this the pool would hand the connection to one more query in between.
 */
function keepUsable(client: pg.PoolClient): void {
  client.on('error', () => {}) // the caller gets the error from its query
  client.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
    if (severity === 'FATAL') client.end().catch(() => {})
  })
}

/** A server that does not respond, or says that it is starting, may be there in a moment; any other failure is final. */
async function awaitUsable(database: Database, { maxWaitMs, onWait }: Required<Patience>): Promise<void> {
  const begunMs = performance.now()
  for (;;) {
    try {
      return await assertUsable(database)
    } catch (cause) {
      if (!isConnectTimeout(cause) && !isStarting(cause)) throw cause
      const waitedMs = performance.now() - begunMs
      if (waitedMs >= maxWaitMs) throw new Error(slowWords(waitedMs), { cause })
      onWait(waitedMs)
      await sleep(pauseMs) // one that is starting says so at once
    }
  }
}

const slowWords = (waitedMs: number): string =>
  `It has accepted no connection in ${Math.round(waitedMs / 1_000)} seconds. Check that the server runs, that this machine ` +
  'reaches its port, and that it is not overloaded.'

const isStarting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === cannotConnectNow

const cannotConnectNow = '57P03'

/** The pool and the driver give it no code. */
const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  !('code' in error) &&
  /connection timeout|trying to connect|timeout expired/.test(error.message)

async function assertUsable({ connection }: Database): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
           current_setting('server_encoding') as encoding`.execute(connection)
  const [server] = rows
  if (server && server.version < oldestServer) {
    throw new Error(`PostgreSQL ${oldestServer} or newer is needed; the server is version ${server.version}.`)
  }
  if (server && server.encoding !== 'UTF8') {
    throw new Error(`The database must be encoded in UTF8; this one is in ${server.encoding}. Create it again.`)
  }
}
