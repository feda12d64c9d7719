/** The embedded engine as a `Database`: the folder's lock first, then the engine, then one connection for everybody. */
import { join } from 'node:path'
import { CompiledQuery, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { nameColumnsInCamelCase } from './column-names.ts'
import type { Database } from './database.ts'
import { databaseOver } from './database-over.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { lockFolder } from './folder-lock.ts'
import { prepareMarked } from './prepared-statements.ts'
import { quoteName, Subscriptions } from './subscriptions.ts'
import { valueTypes } from './value-types.ts'

export async function openEmbedded(folder: string): Promise<Database> {
  const lock = lockFolder(folder)
  const engine = new EmbeddedEngine({ folder: join(folder, 'postgres') })
  try {
    await engine.start()
  } catch (error) {
    await engine.close()
    lock.release()
    throw error
  }

  const subscriptions = new Subscriptions()
  let live = false
  let interruptions = 0
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    types: valueTypes,
  })
  pool.on('connect', prepareMarked)
  pool.on('connect', nameColumnsInCamelCase)
  pool.on('connect', (client) => {
    client.on('notification', (notice) => subscriptions.deliver(notice))
    client.on('error', () => {}) // the caller gets the error from its query
  })
  pool.on('remove', () => {
    live = false
    interruptions++
  })
  pool.on('error', () => {}) // the idle connection broke with the engine; the next query opens another

  const dialect = new PostgresDialect({
    pool,
    async onCreateConnection(connection) {
      for (const channel of subscriptions.channels) {
        await connection.executeQuery(CompiledQuery.raw(`listen ${quoteName(channel)}`))
      }
      live = true
    },
  })

  const database: Database = databaseOver({
    engine: 'embedded',
    dialect,
    async listen(channel, handler) {
      const name = sql.id(channel)
      const isNew = subscriptions.add(channel, handler)
      try {
        if (isNew) await sql`listen ${name}`.execute(database.connection)
      } catch (error) {
        subscriptions.remove(channel, handler)
        throw error
      }
      return {
        get live() {
          return live
        },
        get interruptions() {
          return interruptions
        },
        async close() {
          if (subscriptions.remove(channel, handler)) await sql`unlisten ${name}`.execute(database.connection)
        },
      }
    },
    async afterClose() {
      await engine.close()
      lock.release()
    },
  })
  return database
}
