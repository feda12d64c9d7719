/**
 * The sandbox: the API of the service to be tried without an account, at `/sandbox/v1/…`, and a page for it.
 *
 * A request without a session makes one, whose id comes back in `X-Service-Sandbox`; further requests carry it there, or as
 * their API key, which is how clients reach the sandbox with nothing but another address. A session (`session.ts`) has hubs and
 * a clock of its own and lives in the memory of this process (`sessions.ts`); the routes are those of the service
 * (`sandbox-app.ts`), and `control-routes.ts` has what only a sandbox has. Nothing is pulled, reached or shared.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import type { ApiDescription } from '@service/foundation/http/api-document.ts'
import type { App } from '@service/foundation/http/app.ts'
import { setRawHeader } from '@service/foundation/http/http.ts'
import type { Metrics } from '@service/foundation/metrics/metrics.ts'
import { pageRoutes } from '@service/foundation/pages/pages.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { RateVerdict } from '@service/foundation/rate-limit/rate-limit.ts'
import { readAnnualMeans } from '../carbon/carbon.ts'
import { buildSandboxApp, type SandboxAppDeps } from './sandbox-app.ts'
import { openSessions, type Sessions } from './sessions.ts'

export type Sandbox = { mount(app: App): void; readonly sessions: Sessions; close(): Promise<void> }

export type SandboxDeps = Omit<SandboxAppDeps, 'sessions' | 'verdictOf'> & {
  hubs: readonly Hub[]
  homeCountry: string | null
  metrics: Metrics
  /** Of one address. */
  sandboxRequestsPerMinute: number
  uptimeMs: () => number
  randomBytes: (count: number) => Buffer
}

const pagesFolder = fileURLToPath(new URL('../../../sandbox/dist', import.meta.url))

export const sandboxPath = '/sandbox'
export const sandboxHeader = 'X-Service-Sandbox'

export async function openSandbox(deps: SandboxDeps): Promise<Sandbox> {
  const { hubs, log, randomBytes } = deps
  const sessions = openSessions({
    ...deps,
    annual: readAnnualMeans(),
    zones: new Set(hubs.map(({ zone }) => zone)),
    requestsPerMinute: deps.sandboxRequestsPerMinute,
    newId: () => `sbx_${randomBytes(16).toString('hex')}`,
    log: log.child({}, { level: 'error' }),
  })
  deps.metrics.gauge('sandbox_sessions', 'Sessions of the sandbox in this process', [], (gauge) =>
    gauge.set(sessions.size),
  )
  const limit = deps.sandboxRequestsPerMinute
  const full: RateVerdict = { allowed: true, limit, remaining: limit, resetSeconds: 0, retryAfterSeconds: 0 }
  const verdicts = new Map<string, RateVerdict>()
  const inner = await buildSandboxApp({ ...deps, sessions, verdictOf: (id) => verdicts.get(id) ?? full })
  return {
    sessions,
    mount(app) {
      pageRoutes(app, { path: sandboxPath, folder: pagesFolder, isFirst: false })
      app.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url: `${sandboxPath}/v1/*`,
        schema: { hide: true },
        config: { public: true },
        onRequest: (request, reply, done) => {
          const { raw } = request
          const verdict = sessions.admit(request.ip)
          const session = sessions.open(sessionIdOf(raw), request.ip)
          if (verdicts.size > 2 * sessions.size + 100) verdicts.clear()
          verdicts.set(session.id, verdict)
          raw.headers.authorization = `Bearer ${session.id}`
          raw.url = raw.url!.slice(sandboxPath.length)
          setRawHeader(reply, sandboxHeader, session.id)
          reply.hijack()
          inner.routing(raw as IncomingMessage, reply.raw as ServerResponse)
          done()
        },
        handler: async () => {},
      })
    },
    async close() {
      await inner.close()
      sessions.close()
    },
  }
}

/** What the reference offers: the operations that a session has are tried in one, the others with a key. */
export const tryInSandbox: NonNullable<ApiDescription['trying']> = ({ operationId, path, body }) => {
  if (!sessionPaths.test(path))
    return { base: '', needsKey: true, words: 'With your key, kept nowhere but in its field.' }
  const shared = { operation: operationId, path, body: body === undefined ? '' : JSON.stringify(body, null, 2) }
  const href = `${sandboxPath}/#${Buffer.from(JSON.stringify(shared)).toString('base64url')}`
  const words = 'In a session of the sandbox, which needs no key: on simulated hubs, where nothing really runs.'
  return { base: sandboxPath, needsKey: false, words, elsewhere: { href, name: 'Open it in the sandbox' } }
}

const sessionPaths = /^\/v1\/(?:compute|hubs|regions|pricing|carbon|usage|metrics|events)(?:\/|\?|$)/

/** In its own header, or as the API key. Who sends another key means another place. */
function sessionIdOf({ headers }: IncomingMessage): string | undefined {
  const named = headers[sandboxHeader.toLowerCase()]
  if (typeof named === 'string' && named !== '') return named
  const { authorization } = headers
  const [, key] = /^Bearer +(sbx_\S+)$/i.exec(authorization ?? '') ?? []
  if (key !== undefined || authorization === undefined) return key
  throw new Problem(
    'unauthenticated',
    'The sandbox takes no key of an account. Leave Authorization out, or send the id of a session there.',
  )
}
