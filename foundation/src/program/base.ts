/** The base of every process of a service, whatever it does: the database brought up to date, ids, metrics. */
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { type Database, migrate, openDatabase } from '../database/database.ts'
import type { Disposer } from '../disposer.ts'
import type { Readiness, SessionGuard } from '../http/http.ts'
import type { Logger } from '../log/log.ts'
import { type Metrics, makeMetrics } from '../metrics/metrics.ts'
import { makeNewId, type NewId } from '../new-id.ts'
import { makeRandomPool } from '../random-pool.ts'
import { refuseDemoAccount } from './demo-account.ts'

export type RuntimeContext = {
  mode: 'demo' | 'serve'
  log: Logger
  disposer: Disposer
  readiness: Readiness
  now: () => Date
  /** Proves signed-in people; without it only keys are let in. */
  sessions?: SessionGuard
}

export type Base = { db: Database; newId: NewId; metrics: Metrics }

type Service = {
  /** The name of its connections and, with an underscore, of its metrics. */
  name: string
  migrations: readonly string[]
}

export async function openBase(
  { name, migrations }: Service,
  { databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string },
  { mode, log, disposer, readiness, now }: RuntimeContext,
): Promise<Base> {
  const newId = makeNewId({ now, randomBytes: makeRandomPool(randomBytes) })
  const metrics = makeMetrics(`${name}_`)
  const db = await openDatabase({
    url: databaseUrl,
    folder: dataDir,
    setting: databaseSetting(name),
    applicationName: name,
    onWait: (waitedMs) =>
      log.warn(
        { setting: databaseSetting(name), waitedSeconds: Math.round(waitedMs / 1_000) },
        'waiting for the database, which accepts no connection',
      ),
  })
  disposer.add('database', () => db.close())
  const onWait = (migration: string) => log.warn({ migration }, 'a migration waits for a lock, and tries again')
  const applied = await migrate(db, migrations, { onWait })
  if (applied.length > 0) log.info({ migrations: applied.length, engine: db.engine }, 'database brought up to date')
  if (mode === 'serve') await refuseDemo(db, name, databaseUrl, dataDir)
  readiness.add('database', () => ping(db))
  return { db, newId, metrics }
}

function refuseDemo(db: Database, service: string, databaseUrl: string | undefined, dataDir: string): Promise<void> {
  const setting = databaseSetting(service)
  if (databaseUrl) return refuseDemoAccount(db, `The database that ${setting} names`, `Name another in ${setting}.`)
  const folder = resolve(dataDir)
  const remedy = `Name another folder in ${service.toUpperCase()}_DATA_DIR, or remove this one.`
  return refuseDemoAccount(db, `The data folder ${folder}`, remedy)
}

/** Where the operator names a service's database. */
export const databaseSetting = (service: string): string => `${service.toUpperCase()}_DATABASE_URL`

async function ping(db: Database) {
  await sql`select 1`.execute(db.connection)
  return { ready: true }
}
