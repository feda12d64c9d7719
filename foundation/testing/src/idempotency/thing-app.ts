/** For tests: a service whose one idempotent route makes a thing, as a use case should. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@service/foundation/database/database.ts'
import { type App, buildApp } from '@service/foundation/http/app.ts'
import { makeHttpMetrics } from '@service/foundation/http/http-metrics.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { openIdempotency } from '@service/foundation/idempotency/idempotency.ts'
import { makeIdempotencyMetrics } from '@service/foundation/idempotency/idempotency-metrics.ts'
import { idempotentRoutes, operationOf } from '@service/foundation/idempotency/idempotent-route.ts'
import type { Operation } from '@service/foundation/idempotency/model/record.ts'
import type { Principal } from '@service/foundation/identity/model/principal.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { Problem, type ProblemCode } from '@service/foundation/problem.ts'
import { TokenBuckets } from '@service/foundation/rate-limit/token-buckets.ts'
import { sql } from 'kysely'
import Type from 'typebox'
import { testAccess } from '../access.ts'

export const thingKey = 'svc_things'
export const steps = ['begun', 'made it', 'an answer', 'answered'] as const
export type Step = (typeof steps)[number]

export type ThingApp = { app: App; tries(name: string): number; close(): Promise<void> }

type Options = {
  db: Database
  companyId: string
  metrics: Metrics
  leaseMs?: number
  atStep?: (step: Step) => void
}

const Body = Type.Object({ name: Type.String(), colour: Type.Optional(Type.String()) })

const failures: Record<string, ProblemCode> = {
  'fails with 409': 'conflict',
  'fails with 403': 'forbidden',
  'fails with 429': 'rate-limited',
  'fails with 503': 'unavailable',
}

export async function makeThingApp({
  db,
  companyId,
  metrics,
  leaseMs = 300,
  atStep = () => {},
}: Options): Promise<ThingApp> {
  const now = () => new Date()
  const newId = makeNewId({ now, randomBytes })
  const tries = new Map<string, number>()
  const report = (error: unknown) => {
    throw error
  }
  const records = await openIdempotency({ db, now, newId, report, leaseMs })
  const principal: Principal = {
    actor: { kind: 'key', id: 'key_1' },
    companyId,
    permissions: new Set(['screening:read']),
    limits: { requestsPerMinute: 100_000, monthlyQuota: 100_000 },
  }

  async function makeThing(name: string, operation: Operation | undefined): Promise<{ id: string; name: string }> {
    tries.set(name, (tries.get(name) ?? 0) + 1)
    const problem = failures[name]
    if (problem) throw new Problem(problem, 'Not now.')
    if (name === 'fails with 500') throw new Error('a bug')
    if (name === 'impossible') throw new Problem({ code: 'impossible', status: 422 }, 'Never.')
    const made = operation?.resumed ? await findThing(operation) : undefined
    if (made) return { id: made, name }
    if (name.startsWith('slow')) await sleep(100) // so that others ask meanwhile
    const id = newId('thg')
    await sql`insert into things (id, operation_id, name) values (${id}, ${operation?.id ?? null}, ${name})`.execute(
      db.connection,
    )
    atStep('made it')
    if (name === 'breaks after') throw new Error('a bug')
    return { id, name }
  }

  async function findThing({ id }: Operation): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`select id from things where operation_id = ${id}`.execute(db.connection)
    return rows[0]?.id
  }

  const idempotent = { schema: { body: Body }, config: { scope: 'screening:read' as const, idempotent: true as const } }
  const app = await buildApp({
    description: {
      title: 'Things',
      version: '1.0.0',
      description: 'For tests.',
      baseUrl: 'http://127.0.0.1',
      tags: {},
    },
    guards: {
      access: testAccess,
      keys: { authenticate: async (presented) => (presented === thingKey ? principal : undefined) },
      rateLimit: new TokenBuckets({ nowMs: () => performance.now() }),
      quota: {
        take: async () => ({ granted: true, remaining: 1, day: '2026-11-20' }),
        giveBack: async () => {},
      },
    },
    readiness: makeReadiness(),
    metrics: makeHttpMetrics(metrics),
    log: makeLogger({ level: 'silent', form: 'json' }),
    trustedProxies: [],
    makeIdempotent: idempotentRoutes({
      records: {
        ...records,
        async begin(attempt) {
          const begun = await records.begin(attempt)
          atStep('begun')
          return begun
        },
        async end(claim, response) {
          atStep('an answer')
          await records.end(claim, response)
          atStep('answered')
        },
      },
      metrics: makeIdempotencyMetrics(metrics),
      report,
    }),
    routes: (app) => {
      for (const path of ['/v1/things', '/v1/other-things']) {
        app.post(path, idempotent, async (request) => makeThing(request.body.name, operationOf(request)))
      }
    },
  })
  return {
    app,
    tries: (name) => tries.get(name) ?? 0,
    async close() {
      await app.close()
      await records.close()
    },
  }
}
