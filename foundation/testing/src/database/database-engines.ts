/**
 * Real databases for tests, on every engine that this machine has:
 *
 *     describe.each(databaseEngines)('companies on $name', ({ create }) => {
 *       let db: TestDatabase
 *       beforeAll(async () => { db = await create([foundationMigrations]) })
 *       afterAll(() => db.drop())
 *
 * Each call of `create` gives a fresh database that has the migrations of the named folders. It is a copy of a template
 * that the first call with the same migrations makes, because creating tables takes longer than copying them.
 */
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@service/foundation/database/database.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { foundationMigrations, readMigrations } from '@service/foundation/database/migration-files.ts'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { clusterUrl, ensureCluster } from './postgres-cluster.ts'
import { waitForFolder } from './wait-for-folder.ts'

export type TestDatabase = Database & {
  /** Opens the same database a second time, as another process would. On the embedded engine that is refused. */
  openAgain(): Promise<Database>
  /** For a child process: what `openDatabase` takes. */
  readonly options: DatabaseOptions
  /** Closes this handle and removes the database. The caller of `openAgain` closes the handles that it opened. */
  drop(): Promise<void>
}

export type TestEngine = { name: Database['engine']; create(folders?: readonly string[]): Promise<TestDatabase> }

const run = inject('testDatabases')

export const embedded: TestEngine = { name: 'embedded', create: createEmbedded }
export const postgres: TestEngine = { name: 'postgres', create: createPostgres }

/** For `describe.each`. A quick run takes the one that starts faster. */
export const databaseEngines: readonly TestEngine[] = enginesOf(run)

/** The one that starts faster, for what is the same on each. */
export const fastestEngine: TestEngine = databaseEngines.at(-1) ?? embedded

/**
 * For tests of features over HTTP: the one that starts faster, and both with `TEST_BOTH_ENGINES=true`. Every
 * operation is called on the embedded one too (conformance, roles, tools of agents), and tests beside the stores run on both.
 */
export const featureEngines: readonly TestEngine[] =
  process.env.TEST_BOTH_ENGINES === 'true' ? databaseEngines : [fastestEngine]

/**
 * Whether a file that needs minutes on this engine runs whole on it: on the one that starts faster, and on both with
 * `TEST_BOTH_ENGINES=true`. Else the other runs its first cases, which show that the feature works there at all.
 */
export const runsWhole = (engine: TestEngine): boolean =>
  engine === fastestEngine || process.env.TEST_BOTH_ENGINES === 'true'

function enginesOf({ binaries, quick }: typeof run): readonly TestEngine[] {
  if (!binaries) return [embedded]
  return quick ? [postgres] : [embedded, postgres]
}

async function createEmbedded(folders: readonly string[] = [foundationMigrations]): Promise<TestDatabase> {
  const folder = mkdtempSync(join(run.folder, 'embedded-'))
  await fillEmbedded(folder, folders)
  return asTestDatabase({ folder }, async () => rmSync(folder, { recursive: true, force: true }))
}

/** Puts an embedded database that has these migrations into the folder: what a program would otherwise make at its start. */
export async function fillEmbedded(folder: string, folders: readonly string[]): Promise<void> {
  const empty = await once('empty-cluster', async (path) => (await openDatabase({ folder: path })).close())
  const template = await once(`embedded-${digest(folders)}`, async (path) => {
    cpSync(empty, path, { recursive: true })
    const database = await openDatabase({ folder: path })
    await migrate(database, folders)
    await database.close()
  })
  cpSync(template, folder, { recursive: true })
}

async function createPostgres(folders: readonly string[] = [foundationMigrations]): Promise<TestDatabase> {
  const { folder, binaries } = run
  if (!binaries) throw new Error('This machine has no PostgreSQL binaries.')
  await ensureCluster({ folder, binaries })
  const server = await openDatabase({ url: clusterUrl(folder, 'postgres'), folder, connections: 1 })
  const template = `template_${digest(folders)}`
  const name = `test_${randomBytes(8).toString('hex')}`
  try {
    await once(template, async () => {
      await sql`create database ${sql.id(template)}`.execute(server.connection)
      const database = await openDatabase({ url: clusterUrl(folder, template), folder })
      await migrate(database, folders)
      await database.close()
    })
    await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(server.connection)
  } finally {
    await server.close()
  }
  return asTestDatabase({ url: clusterUrl(folder, name), folder }, async () => {
    const server = await openDatabase({ url: clusterUrl(folder, 'postgres'), folder, connections: 1 })
    await sql`drop database ${sql.id(name)} with (force)`.execute(server.connection)
    await server.close()
  })
}

async function asTestDatabase(options: DatabaseOptions, remove: () => Promise<void>): Promise<TestDatabase> {
  const database = await openDatabase(options)
  return {
    ...database,
    options,
    openAgain: () => openDatabase(options),
    async drop() {
      await database.close()
      await remove()
    },
  }
}

/** Test files run in processes of their own; the first that needs a template makes it while the others wait. */
async function once(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(run.folder, name)
  const lock = await waitForFolder(join(run.folder, `${name}.making`))
  try {
    if (existsSync(path)) return path
    const draft = mkdtempSync(`${path}-`)
    await make(draft)
    renameSync(draft, path)
    return path
  } finally {
    lock.release()
  }
}

const digest = (folders: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(readMigrations(folders)))
    .digest('hex')
    .slice(0, 16)
