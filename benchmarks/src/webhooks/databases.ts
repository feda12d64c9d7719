/** A migrated database on each engine that this machine has; commits reach the disk on both. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@service/foundation/database/database.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { findPostgresBinaries } from '@service/foundation-testing/database/postgres-binaries.ts'
import {
  clusterUrl,
  ensureCluster,
  makeClusterFolder,
  stopCluster,
} from '@service/foundation-testing/database/postgres-cluster.ts'
import { sql } from 'kysely'

export type EngineName = 'embedded' | 'PostgreSQL'

export type Engine = {
  name: EngineName
  /** A new one, for a part of its own. */
  make(): Promise<MadeDatabase>
  remove(): Promise<void>
}

export type MadeDatabase = {
  db: Database
  /** For another process; the embedded engine's only once `db` is closed. */
  options: DatabaseOptions
  drop(): Promise<void>
}

export async function findEngines(): Promise<Engine[]> {
  const embedded: Engine = { name: 'embedded', make: makeEmbedded, async remove() {} }
  const binaries = findPostgresBinaries(process.env)
  if (!binaries) return [embedded]
  const folder = makeClusterFolder(process.pid)
  await ensureCluster({ folder, binaries, durable: true })
  let count = 0
  return [
    embedded,
    {
      name: 'PostgreSQL',
      async make() {
        const name = `bench_${++count}`
        const server = await openDatabase({ url: clusterUrl(folder, 'postgres'), folder, connections: 1 })
        await sql`create database ${sql.id(name)}`.execute(server.connection)
        await server.close()
        return made({ url: clusterUrl(folder, name), folder }, async () => {})
      },
      remove: () => stopCluster(folder),
    },
  ]
}

async function makeEmbedded(): Promise<MadeDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-webhooks-'))
  return made({ folder }, async () => rmSync(folder, { recursive: true, force: true }))
}

async function made(options: DatabaseOptions, remove: () => Promise<void>): Promise<MadeDatabase> {
  const db = await openDatabase(options)
  await migrate(db, [foundationMigrations])
  return {
    db,
    options,
    async drop() {
      await db.close()
      await remove()
    },
  }
}
