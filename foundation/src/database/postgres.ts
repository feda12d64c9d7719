/** A PostgreSQL server as a `Database`: a pool for queries, and one connection of its own that listens. */
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
}

/** A statement that runs longer is a fault, and would hold its locks; migration, backup and restore lift the limit. */
const statementTimeoutMs = 60_000
const connectTimeoutMs = 10_000
const oldestServer = 15

export async function openPostgres({ url, applicationName, connections }: PostgresOptions): Promise<Database> {
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
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
    await assertUsable(database)
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
