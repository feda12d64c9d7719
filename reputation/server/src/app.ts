/**
 * Wires the reputation service together, on a database that is open, in the order in which its parts need each other:
 * secrets, accounts, routes, the two ports, then the work in the background. Each part is registered for closing as it
 * opens, so that closing runs the same way backwards.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as companies from '@service/foundation/companies/company-store.ts'
import { type App, buildApp } from '@service/foundation/http/app.ts'
import { makeHttpMetrics } from '@service/foundation/http/http-metrics.ts'
import { mcpRoutes } from '@service/foundation/mcp/mcp.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { Base as CommonBase, RuntimeContext as CommonContext } from '@service/foundation/program/base.ts'
import { openAdministration } from '@service/foundation/program/open-administration.ts'
import { openOutbound } from '@service/foundation/program/open-outbound.ts'
import { openSecrets } from '@service/foundation/program/open-secrets.ts'
import { openSignIn } from '@service/foundation/program/open-sign-in.ts'
import { openWebhookAdministration } from '@service/foundation/program/open-webhooks.ts'
import { openOperatorPort, urlOf } from '@service/foundation/program/ports.ts'
import { openRequestGuards } from '@service/foundation/program/request-guards.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { engineVersion } from '@service/reputation-domain/matching/matching.ts'
import { access } from './access/access.ts'
import { type Administration, administrationOf, allSealed, ownCommands } from './administration.ts'
import { agentsOffer } from './agents-offer.ts'
import { apiDescription } from './api-description.ts'
import type { Config } from './config.ts'
import { eventCatalogue } from './events/events.ts'
import { type Lists, makeListHistory, makeListMetrics, openLists } from './lists/lists.ts'
import { listAddresses } from './lists/model/list-settings.ts'
import { type Messages, openMessages } from './messages/messages.ts'
import { addNewsDelayMetric, makeNews, newsReadiness, openNewsThread, type Pipeline } from './news/news.ts'
import { pagesPath } from './pages-path.ts'
import { openReports, type Reports } from './reports/reports.ts'
import { apiRoutes } from './routes.ts'
import { citedVersions, makeRecorder, openScreenings, type Recorder } from './screening/screening.ts'
import { serviceName } from './service-name.ts'

export type Service = {
  app: App
  administration: Administration
  lists: Lists
  reports: Reports
  /** Begins what is done without being asked; undefined where others do that. */
  startWork(): Promise<Pipeline | undefined>
  /** Where customers reach it, and where the operator does. */
  baseUrl: string
  metricsUrl: string
}

export type RuntimeContext = CommonContext & {
  /** In place of the database's, for measuring what recording costs. */
  recorderOver?: (recorder: Recorder) => Recorder
}

/** What serves customers and what works in the background both stand on. */
type Base = CommonBase & {
  sealer: Sealer
  outbound: Outbound
  administration: Administration
  reports: Reports
  messages: Messages
  pagesUrl: () => string
  place: Place
}

/** Where customers reach the service: known for sure once it listens. */
type Place = { url: string }

const uptimeMs = () => performance.now()

export async function serve(common: CommonBase, config: Config, context: RuntimeContext): Promise<Service> {
  const { mode, log, disposer, readiness, now, recorderOver = (recorder) => recorder } = context
  const base = await extend(common, config, context)
  const { db, newId, metrics, administration, reports, messages, place } = base

  const signIn = openSignIn(
    {
      ...base,
      access,
      name: serviceName,
      title: agentsOffer().title,
      pagesPath,
      publicBaseUrl: config.publicBaseUrl,
    },
    context,
  )
  const guards = await openRequestGuards(
    { db, access, sessions: context.sessions ?? signIn.sessions, tokens: signIn.oauth.tokens },
    context,
  )
  await openAdministration(config.dataDir, { name: serviceName, administration, ownCommands }, context)

  const addresses = listAddresses(config)
  const lists = await openLists({
    db,
    addresses,
    folder: join(config.dataDir, 'lists'),
    engineVersion,
    allowSample: mode === 'demo',
    citedVersions,
    refreshEveryMs: config.listsRefreshEveryMs,
    now,
    random: Math.random,
    newId,
    log,
    metrics: makeListMetrics(metrics),
  })
  disposer.add('lists', () => lists.close())
  readiness.add('lists', lists.readiness)
  readiness.add('news', newsReadiness(db))
  readiness.offer('screening', ['lists'])
  readiness.offer('news', ['news'])
  readiness.offer('webhooks')

  const recorder = recorderOver(makeRecorder({ db, newId }))
  disposer.add('records of screenings', () => recorder.close())
  const explanations = openNewsThread()
  disposer.add('explanations of scores', () => explanations.close())

  const screenings = await openScreenings({ ...base, lists, recorder, engineVersion, now, uptimeMs }, context)
  const app = await buildApp({
    description: apiDescription(config.publicBaseUrl ?? `http://${config.host}:${config.port}`, Object.keys(addresses)),
    guards,
    readiness,
    metrics: makeHttpMetrics(metrics),
    log,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    routes: (app) => {
      mcpRoutes(app, { ...agentsOffer(), log, publicBaseUrl: config.publicBaseUrl, corsOrigins: config.corsOrigins })
      signIn.oauth.routes(app)
      apiRoutes(
        app,
        {
          signIn,
          members: administration,
          selfService: administration,
          ...makeNews({ db, now, newId, uptimeMs, access, administration, thread: explanations }),
          ...screenings,
          lists,
          listHistory: makeListHistory({ db }),
          reports,
          messages,
          timeZoneOf: async (id) => (await companies.find(db.connection, id))?.timeZone ?? 'UTC',
          baseUrl: () => place.url,
          ...openWebhookAdministration(base, eventCatalogue, context),
        },
        Object.keys(addresses),
      )
    },
  })
  const metricsUrl = await openOperatorPort(metrics, config, disposer)
  disposer.add('customers’ port', () => app.close())
  await app.listen({ host: config.host, port: config.port })
  place.url = config.publicBaseUrl ?? urlOf(app.server)

  const works = mode === 'demo' || config.roles.includes('worker')
  if (!works && db.engine === 'embedded') {
    log.warn('background work does not run: an embedded database has no other process')
  }
  return {
    app,
    administration,
    lists,
    reports,
    async startWork() {
      if (!works) return undefined
      await lists.whenSnapshotTried() // names are screened as soon as may be; models and feeds are read after that
      return startBackground(base, config, context)
    },
    baseUrl: place.url,
    metricsUrl,
  }
}

export async function work(
  common: CommonBase,
  config: Config,
  context: RuntimeContext,
): Promise<{ metricsUrl: string }> {
  const base = await extend(common, config, context)
  await startBackground(base, config, context)
  return { metricsUrl: await openOperatorPort(base.metrics, config, context.disposer) }
}

async function extend(base: CommonBase, config: Config, context: RuntimeContext): Promise<Base> {
  const { log, disposer, now } = context
  const sealer = await openSecrets(config, {
    db: base.db,
    now,
    log,
    sealed: allSealed,
    setting: 'REPUTATION_SECRETS_KEYS',
  })
  const outbound = openOutbound(config, context)
  addNewsDelayMetric(base.metrics, base.db)
  const place = { url: config.publicBaseUrl ?? `http://${config.host}:${config.port}` }
  const reports = openReports({ ...base, now, baseUrl: () => place.url, fonts: config.reportFonts })
  disposer.add('reports', () => reports.close())
  const administration = administrationOf({ ...config, ...base, outbound, now })
  const pagesUrl = () => `${place.url}/admin`
  const messages = openMessages({
    ...base,
    now,
    sealer,
    outbound,
    randomBytes,
    uptimeMs,
    baseUrl: () => place.url,
    pagesUrl,
    title: agentsOffer().title,
    mail: config.mail,
  })
  disposer.add('mail', async () => messages.close())
  return { ...base, sealer, outbound, administration, reports, messages, pagesUrl, place }
}

/** Read late: customers wait for none of it. */
async function startBackground(
  { administration: { retention }, ...base }: Base,
  config: Config,
  { log, disposer, now }: RuntimeContext,
): Promise<Pipeline> {
  const background = await import('./background.ts')
  return background.startBackground({ ...base, retention, log, disposer, now }, config)
}
