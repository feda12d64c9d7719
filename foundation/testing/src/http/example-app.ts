/** An app with one route of each kind, for the tests of what every app does. Its guards live in memory. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerOf, type RequestGuards } from '@service/foundation/http/admission.ts'
import { type App, buildApp } from '@service/foundation/http/app.ts'
import { sendCsv } from '@service/foundation/http/csv.ts'
import { isUnchanged } from '@service/foundation/http/etag.ts'
import { makeHttpMetrics } from '@service/foundation/http/http-metrics.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import type { Principal } from '@service/foundation/keys/principal.ts'
import { type LogLevel, makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { Problem } from '@service/foundation/problem.ts'
import { TokenBuckets } from '@service/foundation/rate-limit/token-buckets.ts'
import Type from 'typebox'

export const exampleKey = 'svc_example'
export const scopelessKey = 'svc_scopeless'

const anExamplePrincipal = (changes: Partial<Principal> = {}): Principal => ({
  keyId: 'key_1',
  companyId: 'cmp_1',
  scopes: new Set(['screening:read']),
  requestsPerMinute: 1_000,
  monthlyQuota: 1_000_000,
  ...changes,
})

export async function makeExample(changes: { principal?: Partial<Principal>; logLevel?: LogLevel } = {}) {
  const principal = anExamplePrincipal(changes.principal)
  const principals = new Map([
    [exampleKey, principal],
    [scopelessKey, anExamplePrincipal({ keyId: 'key_2', scopes: new Set() })],
  ])
  const used = { units: 0, givenBack: 0, lookUps: 0 }
  const lines: string[] = []
  const guards: RequestGuards = {
    keys: {
      authenticate: async (presented) => {
        used.lookUps += 1
        return principals.get(presented)
      },
    },
    rateLimit: new TokenBuckets({ nowMs: () => 0 }),
    quota: {
      take: async (_companyId, cost, limit) => {
        if (used.units + cost > limit) return { granted: false, retryAfterSeconds: 86_400 }
        used.units += cost
        return { granted: true, remaining: limit - used.units, month: '2026-11-01' }
      },
      giveBack: async (_companyId, cost) => {
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
    description: { title: 'Example', version: '1.0.0', description: 'For tests.', baseUrl: 'http://127.0.0.1:4000' },
    guards,
    readiness,
    metrics: makeHttpMetrics(metrics),
    log,
    trustedProxies: [],
    routes: exampleRoutes,
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

function exampleRoutes(app: App): void {
  const guarded = { config: { scope: 'screening:read' as const, csv: true as const } }
  app.get(
    '/api/v1/echo',
    {
      ...guarded,
      schema: { operationId: 'echo', querystring: Query, response: { 200: Type.Any(), ...problems('conflict') } },
    },
    async (request, reply) => {
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
    return { version: 1 }
  })
  app.get('/api/v1/patient', guarded, async (request) => {
    await once(request.raw.socket, 'close')
    return { told: 'nobody' }
  })
  app.get('/slow', { config: { public: true } }, async () => {
    await sleep(300)
    return { slept: true }
  })
}
