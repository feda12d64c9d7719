/**
 * Wires the reputation service together, in the order in which its parts need each other: database, accounts, routes,
 * then the two ports. Each part is registered for closing as it opens, so that closing runs the same way backwards.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type Administration, makeAdministration } from '@service/foundation/admin/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { type App, buildApp } from '@service/foundation/http/app.ts'
import { makeHttpMetrics } from '@service/foundation/http/http-metrics.ts'
import type { Readiness } from '@service/foundation/http/readiness.ts'
import { KeyRing } from '@service/foundation/keys/key-ring.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeOperatorServer } from '@service/foundation/metrics/operator-server.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { Quota } from '@service/foundation/quota/quota.ts'
import { TokenBuckets } from '@service/foundation/rate-limit/token-buckets.ts'
import type { Closing } from '@service/foundation/shutdown.ts'
import { sql } from 'kysely'
import { apiDescription } from './api-description.ts'
import type { Config } from './config.ts'
import { apiRoutes } from './routes.ts'

export type Service = {
  app: App
  administration: Administration
  /** Where customers reach it, and where the operator does. */
  baseUrl: string
  metricsUrl: string
}

export type Surroundings = {
  mode: 'demo' | 'serve'
  log: Logger
  closing: Closing
  readiness: Readiness
  now: () => Date
}

export const migrations = [foundationMigrations, new URL('./migrations/', import.meta.url).pathname]

export async function openService(config: Config, { log, closing, readiness, now }: Surroundings): Promise<Service> {
  const newId = makeNewId({ now, randomBytes })
  const metrics = makeMetrics('reputation_')

  const db = await openDatabase({ url: config.databaseUrl, folder: config.dataDir, applicationName: 'reputation' })
  closing.add('database', () => db.close())
  const applied = await migrate(db, migrations)
  if (applied.length > 0) log.info({ migrations: applied.length, engine: db.engine }, 'database brought up to date')
  readiness.add('database', () => pingDatabase(db))

  const keys = await KeyRing.open({
    db,
    nowMs: () => now().getTime(),
    uptimeMs: () => performance.now(),
    report: (err) => log.error({ err }, 'the key ring failed in the background'),
  })
  closing.add('key ring', () => keys.close())
  const quota = new Quota({ db, now })
  closing.add('quota', () => quota.close())
  const administration = makeAdministration({ db, now, newId, randomBytes, migrations, redactors: [] })

  const app = await buildApp({
    description: apiDescription(config.publicBaseUrl ?? `http://${config.host}:${config.port}`),
    gatekeepers: { keys, quota, rateLimit: new TokenBuckets({ nowMs: () => performance.now() }) },
    readiness,
    metrics: makeHttpMetrics(metrics),
    log,
    trustedProxies: config.trustedProxies,
    routes: (app) => apiRoutes(app, {}),
  })
  const operator = makeOperatorServer(metrics)
  closing.add('operator port', () => new Promise<void>((resolve) => void operator.close(() => resolve())))
  await listen(operator, config.metricsHost, config.metricsPort)
  closing.add('customers’ port', () => app.close())
  await app.listen({ host: config.host, port: config.port })

  const baseUrl = config.publicBaseUrl ?? urlOf(app.server.address())
  return { app, administration, baseUrl, metricsUrl: `${urlOf(operator.address())}/metrics` }
}

async function pingDatabase(db: Database) {
  await sql`select 1`.execute(db.connection)
  return { ready: true }
}

function listen(server: ReturnType<typeof makeOperatorServer>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
