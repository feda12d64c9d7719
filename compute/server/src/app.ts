/**
 * Wires the compute service together, in the order in which its parts need each other: database, accounts, carbon, hubs
 * with their engines, meter, placer, control plane, routes, then the ports. Each part is registered for closing as it
 * opens, so that closing runs the same way backwards; what runs at the hubs goes on running.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLimits } from '@service/compute-domain/deployments/limits.ts'
import type { EngineFactories } from '@service/compute-engines/engine-factory.ts'
import type { HubConditions } from '@service/compute-engines/simulated/hub-conditions.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeResolveText } from '@service/foundation/domain-name.ts'
import { pruneJob } from '@service/foundation/erasure/prune.job.ts'
import { type App, buildApp } from '@service/foundation/http/app.ts'
import { makeHttpMetrics } from '@service/foundation/http/http-metrics.ts'
import { openIdempotency } from '@service/foundation/idempotency/idempotency.ts'
import { makeIdempotencyMetrics } from '@service/foundation/idempotency/idempotency-metrics.ts'
import { idempotentRoutes } from '@service/foundation/idempotency/idempotent-route.ts'
import { startScheduledJob } from '@service/foundation/jobs/scheduled-job.ts'
import { mcpRoutes } from '@service/foundation/mcp/mcp.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { type Base, type RuntimeContext as CommonContext, openBase } from '@service/foundation/program/base.ts'
import { openAdministration } from '@service/foundation/program/open-administration.ts'
import { openOutbound } from '@service/foundation/program/open-outbound.ts'
import { openSecrets } from '@service/foundation/program/open-secrets.ts'
import { openSignIn } from '@service/foundation/program/open-sign-in.ts'
import { openWebhookAdministration, startWebhooks } from '@service/foundation/program/open-webhooks.ts'
import { openOperatorPort, urlOf } from '@service/foundation/program/ports.ts'
import { openRequestGuards } from '@service/foundation/program/request-guards.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { openSignUp } from '@service/foundation/sign-up/sign-up.ts'
import { access } from './access/access.ts'
import { type Administration, administrationOf, allSealed, ownCommands } from './administration.ts'
import { agentsOffer } from './agents-offer.ts'
import { apiDescription } from './api-description.ts'
import { openCarbon } from './carbon/carbon.ts'
import { type AcmeSettings, makeCertificates } from './certificates/certificates.ts'
import type { Config } from './config.ts'
import {
  boundWaits,
  makeDeleteDeployment,
  makeDeploy,
  makeListDeployments,
  makeListEvents,
  makeReadDeployment,
  makeReadMade,
  makeStopDeployment,
  openChanges,
} from './deployments/deployments.ts'
import { checkDomainsJob, makeDomains } from './domains/domains.ts'
import { makeSetAccess, makeVisits, visitPage, visitRoutes } from './endpoints/endpoints.ts'
import { makeEventFeed } from './event-feed/event-feed.ts'
import { eventCatalogue, eventsChannel } from './events/events.ts'
import { type Certificates, makeGatewayMetrics, openCertificateFiles, openGateway } from './gateway/gateway.ts'
import { exampleHubs, type HubEngines, openHubEngines } from './hub-engines/hub-engines.ts'
import { makeReadHubs } from './hubs/hubs.ts'
import { makeKeepLogs, makeReadLogs } from './logs/logs.ts'
import { makeMeteringMetrics, openMetering } from './metering/metering.ts'
import { migrations } from './migration-folders.ts'
import {
  countReadyHubs,
  makeReadCompanyMetrics,
  makeReadDeploymentMetrics,
  measured,
  startSampling,
  watchService,
} from './monitoring/monitoring.ts'
import { pagesPath } from './pages-path.ts'
import { openPlacer } from './placement/placement.ts'
import { makePlans } from './plans/plans.ts'
import type { AtStep } from './reconcile/reconcile.ts'
import { type ControlPlane, openControlPlane } from './reconcile/reconcile.ts'
import { makeRegistryLogins, type RegistryLogins } from './registries/registries.ts'
import { apiRoutes } from './routes.ts'
import { openSandbox, type Sandbox, type SandboxDeps, sandboxPath, tryInSandbox } from './sandbox/sandbox.ts'
import { serviceName as name } from './service-name.ts'

export type Service = {
  app: App
  administration: Administration
  engines: Pick<HubEngines, 'hubs' | 'toDo' | 'simulated' | 'cpuOnly' | 'describe'>
  /** Where customers reach it, where they reach their deployments, and where the operator looks. */
  baseUrl: string
  gatewayUrl: string
  metricsUrl: string
  /** Resolves once a hub takes deployments, or after some seconds: none may respond. At once where there is something to do first. */
  whenHubsAreReady(): Promise<void>
}

export type RuntimeContext = CommonContext & {
  /** Called at each step after which a process may die, for tests that kill it there. */
  atStep?: AtStep
  /** Switches that make simulated hubs fail, for tests. */
  conditions?: HubConditions
  /** In place of the kinds of engine that there are. */
  engineFactories?: EngineFactories
}

export async function openService(config: Config, context: RuntimeContext): Promise<Service> {
  const { log, disposer, readiness, now } = context
  const base = await openBase({ name, migrations }, config, context)
  const { db, newId, metrics } = base
  const people = await openPeople(base, config, context)
  const { sealer, outbound, signIn, signUp, guards } = people
  const administration = administrationOf({ ...config, db, now, newId })
  await openAdministration(config.dataDir, { name, administration, ownCommands }, context)
  const report = (err: unknown) => log.error({ err }, 'background work failed')
  await startWebhooks({ ...base, sealer, outbound }, config, context)
  const idempotency = await openIdempotency({ db, now, newId, report })
  disposer.add('idempotency keys', () => idempotency.close())

  const { carbon, engines, metering, placer, controlPlane } = await openControl({ ...base, ...people }, config, context)
  const { engineOf } = engines
  const changes = await openChanges({ db, uptimeMs })
  disposer.add('announcements', () => changes.close())
  const eventChanges = await openChanges({ db, uptimeMs, channel: eventsChannel })
  disposer.add('announcements of events', () => eventChanges.close())
  const reachedAt = (): string => config.publicBaseUrl ?? urlOf(app.server)
  const endpoints = await openEndpoints({ ...base, ...people, engines, reachedAt }, config, context)
  const { gateway } = endpoints

  const readDeployment = makeReadDeployment({ db })
  const readHubs = makeReadHubs({ db })
  const placeDeployment = measured(placer.placeDeployment, { metrics, uptimeMs })
  reportReadiness(readiness, { db, engines })
  watchService({ db, metrics, readHubs, now, busy: () => controlPlane.busy })
  const { wake } = controlPlane
  const waits = boundWaits(changes)
  const ending = { db, now, newId, waits, wake, readDeployment }
  const hubIds = new Set(engines.hubs.map(({ id }) => id))
  const plans = makePlans({ db, now, newId })
  const baseUrlExpected = config.publicBaseUrl ?? `http://${config.host}:${config.port}`
  const sandbox = await openOwnSandbox({ baseUrl: baseUrlExpected, plans, newId, metrics }, config, context)
  const app = await buildApp({
    description: { ...apiDescription(baseUrlExpected), ...(sandbox && { trying: tryInSandbox }) },
    guards,
    readiness,
    metrics: makeHttpMetrics(metrics),
    log,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    makeIdempotent: idempotentRoutes({ records: idempotency, metrics: makeIdempotencyMetrics(metrics), report }),
    routes: (app) => {
      app.addHook('preClose', (done) => {
        eventChanges.endWaits()
        changes.endWaits() // or the shutdown would wait with them
        done()
      })
      mcpRoutes(app, { ...agentsOffer(), log, publicBaseUrl: config.publicBaseUrl, corsOrigins: config.corsOrigins })
      signIn.oauth.routes(app)
      visitRoutes(app, endpoints)
      apiRoutes(app, {
        signIn,
        signUp,
        members: administration,
        selfService: administration,
        registryLogins: people.registryLogins,
        operator: administration,
        deploy: makeDeploy({ placeDeployment, waits, readMade: makeReadMade({ db }) }),
        preview: placer.preview,
        plans,
        engines,
        isHub: (id) => hubIds.has(id),
        maxLifetimeMs: config.maxLifetimeMs,
        ...endpoints,
        readDeployment,
        listDeployments: makeListDeployments({ db }),
        listEvents: makeListEvents({ db }),
        stopDeployment: makeStopDeployment(ending),
        deleteDeployment: makeDeleteDeployment(ending),
        readLogs: makeReadLogs({ db, readDeployment, changes, engineOf, sealer }),
        feed: makeEventFeed({ db, changes: eventChanges }),
        report,
        readHubs,
        gridNow: (zone) => carbon.intensityOf(zone, now()),
        carbon,
        readUsage: metering.readUsage,
        readDailyUsage: metering.readDailyUsage,
        readUsed: metering.readUsed,
        readCompanyMetrics: makeReadCompanyMetrics({ db, now, ...metering }),
        readDeploymentMetrics: makeReadDeploymentMetrics({ db, now, ...metering, readDeployment, engineOf }),
        ...openWebhookAdministration({ ...base, sealer, outbound }, eventCatalogue, context),
        now,
      })
      sandbox?.mount(app)
    },
  })
  const metricsUrl = await openOperatorPort(metrics, config, disposer)
  disposer.add('customers’ port', () => app.close())
  await app.listen({ host: config.host, port: config.port })
  const baseUrl = reachedAt()
  const whenHubsAreReady = async () => (engines.toDo === undefined ? waitForHubs(db) : undefined)
  return { app, administration, engines, baseUrl, gatewayUrl: gateway.url, metricsUrl, whenHubsAreReady }
}

/** How what runs is reached from outside. `reachedAt` is where the service itself is, once it listens. */
async function openEndpoints(
  {
    db,
    newId,
    metrics,
    sealer,
    signIn,
    guards,
    outbound,
    engines,
    reachedAt,
  }: Base & Awaited<ReturnType<typeof openPeople>> & { engines: HubEngines; reachedAt: () => string },
  config: Config,
  context: RuntimeContext,
) {
  const { now, log, disposer } = context
  const { readAccount } = signIn
  const visits = makeVisits({ db, now, uptimeMs, randomBytes, sealer, access, readAccount })
  const certificates = await openCertificates(config, context)
  const ordered = await openOrders({ db, newId, sealer, outbound, files: certificates }, config, context)
  const gateway = await openGateway(
    {
      db,
      log,
      metrics: makeGatewayMetrics(metrics),
      uptimeMs,
      connectThrough: engines.connectThrough,
      keys: guards.keys,
      visits,
      signInUrl: (name, path) => `${reachedAt()}${visitPage}?${new URLSearchParams({ name, path })}`,
    },
    {
      host: config.gatewayHost,
      port: config.gatewayPort,
      domain: config.gatewayDomain ?? 'localhost',
      certificates,
      ordered,
      redirectPort: config.gatewayRedirectPort,
      trustedProxies: config.trustedProxies,
      connectMs: config.gatewayConnectMs,
      firstByteMs: config.gatewayFirstByteMs,
      idleMs: config.gatewayIdleMs,
    },
  )
  disposer.add('gateway', () => gateway.close())
  const isSecure = certificates !== undefined || ordered !== undefined || config.publicBaseUrl?.startsWith('https:')
  const gatewayProtocol = isSecure ? ('https' as const) : ('http' as const)
  const gatewayDomain = config.gatewayDomain ?? `localhost:${new URL(gateway.url).port}`
  const { title } = agentsOffer()
  const setAccess = makeSetAccess({ db, now, newId })
  const proving = { db, now, newId, resolveText: makeResolveText(config.dnsServers) }
  const checking = startScheduledJob({ db, now, newId, log }, checkDomainsJob(proving))
  disposer.add('checks of domains', () => checking.stop())
  const domains = makeDomains({ ...proving, randomBytes, ownNames: ownNames(gatewayDomain, config) })
  return { gateway, gatewayDomain, gatewayProtocol, visits, setAccess, domains, title, pagesPath }
}

/** That nobody can claim. */
const ownNames = (gatewayDomain: string, { publicBaseUrl }: Config): string[] => [
  gatewayDomain.replace(/:\d+$/, ''),
  ...(publicBaseUrl === undefined ? [] : [new URL(publicBaseUrl).hostname]),
]

/** Those that the gateway shows to callers; without them it speaks plain HTTP. */
async function openCertificates(config: Config, { log, now, disposer }: RuntimeContext) {
  const {
    gatewayCertificateFile: certificateFile,
    gatewayKeyFile: keyFile,
    gatewayDomain: domain = 'localhost',
  } = config
  if (certificateFile === undefined || keyFile === undefined) return undefined
  const certificates = await openCertificateFiles({ certificateFile, keyFile }, { log, now, domain })
  disposer.add('certificates of the gateway', () => certificates.close())
  return certificates
}

/** Those that the gateway orders by itself. */
async function openOrders(
  {
    files,
    ...deps
  }: Pick<Base, 'db' | 'newId'> & { sealer: Sealer; outbound: Outbound; files: Certificates | undefined },
  config: Config,
  { now, log, disposer }: RuntimeContext,
) {
  const { gatewayDomain = '', acmeDirectory: directory, acmeContact: contact, acmeKeyId: keyId, acmeKey } = config
  if (directory === undefined) return undefined
  const externalAccount =
    keyId === undefined || acmeKey === undefined ? undefined : { keyId, secret: Buffer.from(acmeKey, 'base64url') }
  const endpointSuffix = config.acmeEndpoints ? `.${gatewayDomain.replace(/:\d+$/, '')}` : undefined
  const scope = () => ({ covered: files?.names ?? [], endpointSuffix })
  const settings: AcmeSettings = { directory, contact, externalAccount }
  const ordered = makeCertificates({ ...deps, now, log, uptimeMs, random: Math.random, scope }, settings)
  const orders = await ordered.start()
  disposer.add('orders of certificates', () => orders.stop())
  return ordered
}

/** How people and programs prove who they are, and how people come to be known. */
async function openPeople(base: Base, config: Config, context: RuntimeContext) {
  const { now, log } = context
  const { publicBaseUrl } = config
  const { db } = base
  const sealer = await openSecrets(config, { db, now, log, sealed: allSealed, setting: 'COMPUTE_SECRETS_KEYS' })
  const outbound = openOutbound(config, context)
  const signIn = openSignIn(
    { ...base, access, name, title: agentsOffer().title, pagesPath, outbound, sealer, publicBaseUrl },
    context,
  )
  const sessions = context.sessions ?? signIn.sessions
  const guards = await openRequestGuards({ ...base, access, sessions, tokens: signIn.oauth.tokens }, context)
  const mode = config.signUp ?? (context.mode === 'demo' ? 'open' : 'invite')
  const signUp = openSignUp({ ...base, access, now, randomBytes, uptimeMs, signIn, publicBaseUrl, mode })
  const registryLogins = makeRegistryLogins({ ...base, now, sealer })
  return { sealer, outbound, signIn, signUp, guards, registryLogins }
}

function reportReadiness(
  readiness: RuntimeContext['readiness'],
  { db, engines }: { db: Database; engines: HubEngines },
): void {
  readiness.add('hubs', async () => {
    const ready = (await countReadyHubs(db.connection)) > 0
    return { ready, ...(!ready && { note: engines.toDo ?? 'none responds: nothing new can be placed' }) }
  })
  // Hubs that fall silent leave the rest in service: it still stops, reads and leads to what runs.
  readiness.offer('deployments', engines.toDo === undefined ? ['hubs'] : [])
  readiness.offer('gateway')
  readiness.offer('webhooks')
}

async function waitForHubs(db: Database): Promise<void> {
  const endMs = uptimeMs() + maxWaitMs
  while (uptimeMs() < endMs && (await countReadyHubs(db.connection)) === 0) await sleep(50)
}

/** Undefined where the operator wants none. */
async function openOwnSandbox(
  { baseUrl, ...deps }: Pick<SandboxDeps, 'baseUrl' | 'plans' | 'newId' | 'metrics'>,
  config: Config,
  { log, now, disposer }: RuntimeContext,
): Promise<Sandbox | undefined> {
  if (!config.sandbox) return undefined
  const hubs = exampleHubs().map(({ hub }) => hub)
  const place = { baseUrl: `${baseUrl}${sandboxPath}`, hubs, homeCountry: demoCountry }
  const sandbox = await openSandbox({ ...config, ...deps, ...place, log, now, uptimeMs, randomBytes })
  disposer.add('sandbox', () => sandbox.close())
  return sandbox
}

/** What makes it come true that deployments run, and counts what they use. */
async function openControl(
  { db, newId, metrics, sealer, registryLogins }: Base & { sealer: Sealer; registryLogins: RegistryLogins },
  config: Config,
  context: RuntimeContext,
) {
  const { mode, log, disposer, now, atStep, conditions, engineFactories } = context
  const { retention } = administrationOf({ ...config, db, now, newId })
  const pruning = startScheduledJob({ db, now, newId, log }, pruneJob({ db, now }, retention))
  disposer.add('pruning', () => pruning.stop())

  const country = config.country ?? (mode === 'demo' ? demoCountry : undefined)
  const engines = await openHubEngines(
    { ...config, country, mayFallBackToSimulation: mode === 'demo' },
    {
      db,
      now,
      newOwner: () => newId('own'),
      log,
      env: config.engineEnvironment,
      ...(conditions && { conditions }),
      ...(engineFactories && { factories: engineFactories }),
    },
  )
  disposer.add('engines', () => engines.close())

  const carbon = await openCarbon({ db, now, newId, log }, { ...config, zones: engines.hubs.map(({ zone }) => zone) })
  disposer.add('carbon', () => carbon.close())
  const unknown = engines.hubs.find(({ zone }) => !carbon.knows(zone))
  if (unknown)
    throw new Error(`The hub ${unknown.id} is in the grid zone ${unknown.zone}, for which there is no carbon data.`)

  const metering = openMetering({
    db,
    now,
    newId,
    log,
    metrics: makeMeteringMetrics(metrics),
    hubOf: engines.hubOf,
    intensityOf: (zone, at) => (carbon.knows(zone) ? carbon.intensityOf(zone, at).gco2Kwh : undefined),
  })
  let controlPlane: ControlPlane | undefined
  const placer = await openPlacer({
    db,
    now,
    newId,
    log,
    randomBytes,
    hubs: engines.hubs,
    homeCountry: country ?? null,
    toDo: engines.toDo,
    meanOver: (zone, hours) => carbon.meanOver(zone, now(), hours),
    forecastOf: carbon.forecast,
    metering,
    liveLimit: config.liveDeployments,
    sealer,
    onPlaced: () => controlPlane?.wake(),
  })
  disposer.add('placer', () => placer.close())
  const keepLogs = makeKeepLogs({
    db,
    now,
    log,
    engineOf: engines.engineOf,
    countryOf: (id) => engines.hubOf(id)?.country,
    homeCountry: country ?? null,
    sealer,
  })
  controlPlane = await openControlPlane(
    {
      db,
      now,
      newId,
      log,
      engineOf: engines.engineOf,
      concurrencyAt: engines.concurrencyAt,
      placeAgain: placer.placeAgain,
      meter: metering,
      sealer,
      loginFor: registryLogins.loginFor,
      metrics,
      keepLogs: config.logsKeptMs > 0 ? keepLogs : undefined,
      ...(atStep && { atStep }),
    },
    { limits: { ...defaultLimits, lifetimeMs: config.maxLifetimeMs ?? null } },
  )
  disposer.add('control plane', () => controlPlane.close())
  const sampling = startSampling({ db, now, newId, log, engineOf: engines.engineOf })
  disposer.add('samples of usage', () => sampling.stop())
  const beating = metering.start()
  disposer.add('meter', () => beating.close())
  return { carbon, engines, metering, placer, controlPlane }
}

const uptimeMs = () => performance.now()

const maxWaitMs = 15_000

/** Where the demo takes itself to stand. */
const demoCountry = 'DE'
