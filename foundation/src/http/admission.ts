/**
 * Who may pass, and what it costs. A route names the scope it needs (`config: { scope: 'screening:read' }`) or says
 * that it is `public`; a route that says neither stops the start, so none is open by oversight.
 *
 * Before the body is read: the key is proved (401), its scope compared (403), a token taken from its bucket (429). All
 * of that is memory, so a stranger costs no database work and learns nothing of what the route would have said.
 * After the input is validated: the company's monthly quota is debited by the route's cost (429), and the answer waits
 * for the write that holds the debit.
 * When the answer goes out: a 2xx says what is left of the quota; any other answer, a 304, or a caller who has gone
 * gives the debit back.
 */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Principal } from '../keys/principal.ts'
import type { Scope } from '../keys/scopes.ts'
import { Problem } from '../problem.ts'
import type { QuotaVerdict } from '../quota/quota.ts'
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.ts'
import type { RateVerdict } from '../rate-limit/token-buckets.ts'
import { setRawHeader } from './raw-header.ts'

const quotaHeader = 'X-Service-Quota-Remaining'

export type RequestGuards = {
  keys: { authenticate(presented: string): Promise<Principal | undefined> }
  rateLimit: { take(key: string, requestsPerMinute: number): RateVerdict }
  quota: {
    take(companyId: string, cost: number, limit: number): Promise<QuotaVerdict>
    giveBack(companyId: string, cost: number, month: string): Promise<void>
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope a key needs here. */
    scope?: Scope
    /** No key is needed, nothing is counted. */
    public?: true
    /** What one request takes from the quota; 1 when absent. Called on validated input. */
    cost?: (request: FastifyRequest) => number
  }
  interface FastifyRequest {
    principal: Principal | null
    debit: Debit | null
  }
}
type Debit = { companyId: string; cost: number; month: string; remaining: number }

/** Who the request acts for. Only routes with a scope have a caller. */
export function callerOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('A public route has no caller.')
  return request.principal
}

/** Puts the three steps around a route as it is registered. */
export function guardRoute(route: RouteOptions, guards: RequestGuards, onLost: (error: unknown) => void): void {
  const { scope, public: open, cost } = route.config ?? {}
  if (open) return
  if (!scope) throw new Error(`The route ${route.method} ${route.url} must name its scope, or say that it is public.`)

  route.onRequest = [admit(scope, guards), ...list(route.onRequest)]
  route.preHandler = [debit(cost ?? (() => 1), guards), ...list(route.preHandler)]
  route.onSend = [settle(guards, onLost), ...list(route.onSend)]
}

const list = <T>(one: T | T[] | undefined): T[] => (one === undefined ? [] : Array.isArray(one) ? one : [one])

function admit(scope: Scope, { keys, rateLimit }: RequestGuards) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const presented = bearerToken(request.headers.authorization)
    const principal = presented === undefined ? undefined : await keys.authenticate(presented)
    if (!principal) {
      setRawHeader(reply, 'WWW-Authenticate', 'Bearer')
      throw new Problem(
        'unauthenticated',
        'The API key is missing or invalid. It must be passed as a Bearer token: "Authorization: Bearer svc_…".',
      )
    }
    request.principal = principal
    setRawHeader(reply, 'Cache-Control', 'no-store')
    if (!principal.scopes.has(scope)) {
      throw new Problem('forbidden', `This key may not do that: it lacks the scope ${scope}.`)
    }
    const verdict = rateLimit.take(principal.keyId, principal.requestsPerMinute)
    const headers = rateLimitHeaders(verdict)
    for (const name in headers) setRawHeader(reply, name, headers[name]!)
    if (!verdict.allowed) {
      throw new Problem('rate-limited', `This key may make ${verdict.limit} requests a minute. Try again later.`, {
        retryAfterSeconds: verdict.retryAfterSeconds,
      })
    }
  }
}

/** The scheme is case-insensitive (RFC 9110, section 11.1). */
function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!header.startsWith('Bearer ') && header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  return header.slice(7).trim()
}

function debit(cost: (request: FastifyRequest) => number, { quota }: RequestGuards) {
  return async (request: FastifyRequest): Promise<void> => {
    const { companyId, monthlyQuota } = callerOf(request)
    const units = cost(request)
    const verdict = await quota.take(companyId, units, monthlyQuota)
    if (!verdict.granted) {
      throw new Problem(
        'request-quota-exceeded',
        `This request would go past the company's quota of ${monthlyQuota} requests a calendar month (UTC).`,
        { retryAfterSeconds: verdict.retryAfterSeconds },
      )
    }
    request.debit = { companyId, cost: units, month: verdict.month, remaining: verdict.remaining }
  }
}

function settle({ quota }: RequestGuards, onLost: (error: unknown) => void) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (e: null, payload: unknown) => void,
  ) => {
    const { debit } = request
    if (debit) {
      request.debit = null
      const success = reply.statusCode >= 200 && reply.statusCode < 300
      if (success && !request.raw.socket.destroyed) setRawHeader(reply, quotaHeader, String(debit.remaining))
      else quota.giveBack(debit.companyId, debit.cost, debit.month).catch(onLost)
    }
    done(null, payload)
  }
}
