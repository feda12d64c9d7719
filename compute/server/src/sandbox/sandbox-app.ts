/**
 * The API of the sandbox: the routes of the service, on an app of their own that never listens. What they ask of use cases
 * is asked of the session that a request carries; everything else (schemas, errors, headers, pages, idempotency) is the same.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type App, buildApp } from '@service/foundation/http/app.ts'
import { makeReadiness, type RequestGuards } from '@service/foundation/http/http.ts'
import { makeHttpMetrics } from '@service/foundation/http/http-metrics.ts'
import { makeIdempotencyMetrics } from '@service/foundation/idempotency/idempotency-metrics.ts'
import { idempotentRoutes } from '@service/foundation/idempotency/idempotent-route.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import type { RateVerdict } from '@service/foundation/rate-limit/rate-limit.ts'
import { access } from '../access/access.ts'
import { apiDescription } from '../api-description.ts'
import { carbonRoutes } from '../carbon/carbon.ts'
import { deploymentRoutes } from '../deployments/deployments.ts'
import { eventFeedRoutes } from '../event-feed/event-feed.ts'
import { hubRoutes } from '../hubs/hubs.ts'
import { type ReadHubs, wantedAmong } from '../hubs/model/hub-now.ts'
import { logRoutes } from '../logs/logs.ts'
import { usageRoutes } from '../metering/metering.ts'
import { monitoringRoutes } from '../monitoring/monitoring.ts'
import { placementRoutes } from '../placement/placement.ts'
import type { Plans } from '../plans/plans.ts'
import { pricingRoutes } from '../pricing/pricing.ts'
import { regionRoutes } from '../regions/regions.ts'
import { controlRoutes, sandboxTag } from './control-routes.ts'
import { openOperations } from './operations.ts'
import type { Session } from './session.ts'
import { type InSession, type SessionOf, sessionDeployments } from './session-deployments.ts'
import { maxSessionStreams, sessionFeed } from './session-feed.ts'
import { maxSessionReaders, readSessionLogs } from './session-logs.ts'
import { sessionMetrics } from './session-metrics.ts'
import type { Sessions } from './sessions.ts'

export type SandboxAppDeps = {
  sessions: Sessions
  /** Where the API of the sandbox is, for its document. */
  baseUrl: string
  log: Logger
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  plans: Plans
  newId: (prefix: string) => string
  now: () => Date
  /** Of the session’s address, as it was counted when the request came in. */
  verdictOf(sessionId: string): RateVerdict
}

/** The domain of endpoints that lead nowhere (RFC 2606). */
const gatewayDomain = 'sandbox.invalid'
const bodyLimitBytes = 16_384
const monthlyQuota = 100_000

export async function buildSandboxApp(deps: SandboxAppDeps): Promise<App> {
  const { sessions, log, baseUrl } = deps
  const report = (err: unknown) => log.error({ err }, 'background work of the sandbox failed')
  const description = apiDescription(baseUrl)
  const quiet = log.child({}, { level: 'error' })
  return buildApp({
    description: {
      ...description,
      title: `${description.title}, sandbox`,
      tags: { ...description.tags, ...sandboxTag },
      examples: () => ({ operations: {}, problems: {} }) as never,
    },
    guards: guardsOf(deps),
    readiness: makeReadiness(),
    metrics: makeHttpMetrics(makeMetrics('sandbox_')),
    log: quiet,
    trustedProxies: deps.trustedProxies,
    corsOrigins: deps.corsOrigins,
    makeIdempotent: idempotentRoutes({
      records: openOperations(() => deps.newId('op')),
      metrics: makeIdempotencyMetrics(makeMetrics('sandbox_')),
      report,
    }),
    routes(app) {
      app.addHook('onRoute', (route) => {
        route.bodyLimit = bodyLimitBytes
      })
      app.addHook('preHandler', (request, _reply, done) => {
        const session = request.principal && sessions.find(request.principal.companyId)
        if (session) current.run(session, done)
        else done()
      })
      app.addHook('onSend', (_request, reply, payload, done) =>
        done(null, marked(payload, reply.getHeader('content-type'))),
      )
      routesOf(app, deps, report)
    },
  })
}

const current = new AsyncLocalStorage<Session>()

/** The session of the request that is being served. */
function here(): Session {
  const session = current.getStore()
  if (!session) throw new Error('No request of a session is being served')
  return session
}

/** A session is its own key; what it may is what a key of the service may. */
function guardsOf({ sessions, now, verdictOf }: SandboxAppDeps): RequestGuards {
  const permissions = new Set<string>(access.scopes)
  return {
    access,
    keys: {
      async authenticate(id) {
        if (!sessions.find(id)) return undefined
        const limits = { requestsPerMinute: verdictOf(id).limit, monthlyQuota }
        return { actor: { kind: 'key', id }, companyId: id, permissions, limits }
      },
    },
    rateLimit: { take: verdictOf },
    quota: {
      async take({ companyId }) {
        const remaining = Math.max(0, monthlyQuota - sessions.requestsOf(companyId))
        return { granted: true, day: now().toISOString().slice(0, 10), remaining }
      },
      async giveBack() {},
    },
  }
}

function routesOf(app: App, { sessions, plans, now }: SandboxAppDeps, report: (error: unknown) => void): void {
  const sessionOf: SessionOf = (id) => sessions.find(id) ?? here()
  const read: InSession = (companyId, work) => {
    const session = sessionOf(companyId)
    return session.serially(() => work(session))
  }
  const readHubs: ReadHubs = async (wanted = {}) => {
    const session = here()
    return wantedAmong(await session.serially(() => session.hubs.read()), wanted)
  }
  const gridNow = (zone: string) => here().grid.intensityOf(zone, here().clock.now())
  const clockNow = () => current.getStore()?.clock.now() ?? now()
  const isHub = (id: string) => here().hubs.has(id)
  const engines = { simulated: true, cpuOnly: false }
  deploymentRoutes(app, { ...sessionDeployments(sessionOf, read), isHub, plans, gatewayDomain })
  placementRoutes(app, { preview: (spec) => here().preview(spec), isHub, now: clockNow, plans, engines })
  logRoutes(app, { readLogs: readSessionLogs(sessionOf), report, maxLogReaders: maxSessionReaders })
  const feed = sessionFeed((id) => sessions.find(id), read)
  eventFeedRoutes(app, { feed, report, maxStreams: maxSessionStreams })
  hubRoutes(app, { readHubs, gridNow })
  regionRoutes(app, { readHubs, gridNow })
  pricingRoutes(app, { readHubs })
  carbonRoutes(app, {
    carbon: {
      zoneNamed: (text) => here().grid.zoneNamed(text),
      intensityOf: (zone, at) => here().grid.intensityOf(zone, at),
      reported: (zone) => here().grid.reported(zone),
      forecast: (zone, hours) => here().grid.forecast(zone, hours),
    },
    now: clockNow,
  })
  usageRoutes(app, {
    readUsage: (companyId, month, page) => read(companyId, ({ meter }) => meter.month(month, page)),
    readDailyUsage: (filter) => read(filter.companyId, ({ meter }) => meter.days(filter)),
    now: clockNow,
  })
  monitoringRoutes(app, { ...sessionMetrics(read), now: clockNow })
  controlRoutes(app, { sessionOf, end: (id) => sessions.end(id) })
}

/** `sandbox: true` in every response that is an object. */
function marked(payload: unknown, type: unknown): unknown {
  if (typeof payload !== 'string' || !String(type).startsWith('application/json') || !payload.startsWith('{'))
    return payload
  return payload === '{}' ? '{"sandbox":true}' : `{"sandbox":true,${payload.slice(1)}`
}
