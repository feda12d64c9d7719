/** An app with one route of each kind, for the tests of what every app does. Its guards live in memory. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { actOf, callerOf, type RequestGuards, type SessionGuard } from '@service/foundation/http/admission.ts'
import { type App, buildApp } from '@service/foundation/http/app.ts'
import { sendCsv } from '@service/foundation/http/csv.ts'
import { isUnchanged } from '@service/foundation/http/etag.ts'
import { makeHttpMetrics } from '@service/foundation/http/http-metrics.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import type { Principal } from '@service/foundation/identity/model/principal.ts'
import { type LogLevel, makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { Problem } from '@service/foundation/problem.ts'
import { TokenBuckets } from '@service/foundation/rate-limit/token-buckets.ts'
import Type from 'typebox'
import { testAccess } from '../access.ts'

export const exampleKey = 'svc_example'
export const scopelessKey = 'svc_scopeless'

const anExamplePrincipal = (changes: Partial<Principal> = {}): Principal => ({
  actor: { kind: 'key', id: 'key_1' },
  companyId: 'cmp_1',
  permissions: new Set(['screening:read']),
  limits: { requestsPerMinute: 1_000, monthlyQuota: 1_000_000 },
  ...changes,
})

type Changes = {
  principal?: Partial<Principal>
  /** For an app that people sign in to. */
  sessions?: SessionGuard
  logLevel?: LogLevel
  /** What the quota waits for. */
  beforeQuota?: () => Promise<void>
  /** Beside its own. */
  routes?: (app: App) => void
}

export async function makeExample(changes: Changes = {}) {
  const principal = anExamplePrincipal(changes.principal)
  const principals = new Map([
    [exampleKey, principal],
    [scopelessKey, anExamplePrincipal({ actor: { kind: 'key', id: 'key_2' }, permissions: new Set() })],
  ])
  const used = { units: 0, givenBack: 0, lookups: 0, works: 0 }
  const lines: string[] = []
  const guards: RequestGuards = {
    access: testAccess,
    ...(changes.sessions && { sessions: changes.sessions }),
    keys: {
      authenticate: async (presented) => {
        used.lookups += 1
        return principals.get(presented)
      },
    },
    rateLimit: new TokenBuckets({ nowMs: () => 0 }),
    quota: {
      take: async (_user, cost, limit) => {
        await changes.beforeQuota?.()
        if (used.units + cost > limit) return { granted: false, retryAfterSeconds: 86_400 }
        used.units += cost
        return { granted: true, remaining: limit - used.units, day: '2026-11-20' }
      },
      giveBack: async (_user, cost) => {
        used.units -= cost
        used.givenBack += cost
      },
    },
  }
  const readiness = makeReadiness()
  const metrics = makeMetrics('example_')
  const log = makeLogger({
    level: changes.logLevel ?? 'info',
    form: 'json',
    to: { write: (line: string) => void lines.push(line) },
  })
  const app = await buildApp({
    description: {
      title: 'Example',
      version: '1.0.0',
      description: 'For tests.',
      baseUrl: 'http://127.0.0.1:4000',
      tags: {},
    },
    guards,
    readiness,
    metrics: makeHttpMetrics(metrics),
    log,
    trustedProxies: [],
    corsOrigins: ['https://app.example.com'],
    routes: (app) => {
      exampleRoutes(app, used)
      changes.routes?.(app)
    },
  })
  return { app, readiness, metrics, used, lines, logged: () => lines.map((line) => JSON.parse(line)) }
}

const Query = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 20 }),
  threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  type: Type.Optional(stringEnum(['individual', 'entity'])),
  lists: Type.Optional(Type.Array(stringEnum(['OFAC', 'EU', 'UN']), { minItems: 1, maxItems: 3, uniqueItems: true })),
  strict: Type.Optional(Type.Boolean()),
  format: FormatParameter,
})

function exampleRoutes(app: App, used: { works: number }): void {
  const guarded = { config: { scope: 'screening:read' as const, csv: true as const } }
  app.get(
    '/api/v1/echo',
    {
      ...guarded,
      schema: { operationId: 'echo', querystring: Query, response: { 200: Type.Any(), ...problems('conflict') } },
    },
    async (request, reply) => {
      used.works += 1
      if (wantsCsv(request)) return sendCsv(reply, [{ name: 'name', value: (row) => row.name }], [request.query])
      return { ...request.query, company: callerOf(request).companyId }
    },
  )
  app.post(
    '/api/v1/batch',
    {
      schema: {
        body: Type.Object({ names: Type.Array(Type.String({ maxLength: 5 }), { minItems: 1, maxItems: 100 }) }),
      },
      config: {
        scope: 'screening:read',
        cost: (request) => (request.body as { names: string[] }).names.length,
      },
    },
    async (request) => ({ count: request.body.names.length }),
  )
  app.get('/api/v1/long', guarded, async () => ({ text: 'long '.repeat(1_000) }))
  app.get('/api/v1/secret', { config: { ...guarded.config, showsSecret: true } }, async () => ({
    text: 'long '.repeat(1_000),
  }))
  app.post('/api/v1/empty', { config: { scope: 'screening:read' } }, async () => ({ done: true }))
  app.get('/api/v1/things/:id', guarded, async () => {
    throw new Problem('not-found', 'There is no such thing.')
  })
  app.get('/api/v1/bug', guarded, async () => {
    throw new Error('password of the database is hunter2')
  })
  app.get('/api/v1/cold', guarded, async () => {
    throw new Problem('unavailable', 'The lists are loading.', { retryAfterSeconds: 30 })
  })
  app.get('/api/v1/unchanged', { config: { ...guarded.config, etag: true } }, async (request, reply) => {
    if (isUnchanged(request, reply, 'v1')) return reply.code(304).send()
    return { version: 1, text: request.headers['x-long'] ? 'long '.repeat(1_000) : undefined }
  })
  app.get('/api/v1/patient', guarded, async (request) => {
    await once(request.raw.socket, 'close')
    return { nobody: true }
  })
  app.get('/api/v1/people', { config: { session: 'people:manage' } }, async (request) => actOf(request))
  app.get(
    '/api/v1/judged',
    { config: { scope: 'alerts:read', permission: 'screening:read', chargesPeople: true } },
    async (request) => actOf(request),
  )
  app.get('/slow', { config: { public: true } }, async () => {
    await sleep(300) // still in flight when the server is closed
    return { slept: true }
  })
}
