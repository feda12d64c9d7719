/**
 * Who may pass, and what it costs. A route says exactly one of: the scope it needs (`config: { scope: 'screening:read' }`),
 * which opens it to keys and, where a service has sessions, to people whose role includes it; the permission it needs of a
 * signed-in person (`session: 'keys:manage'`, or `true` where all may), which no key has; that any key opens it and it costs
 * nothing by itself (`anyKey`, which opens it to tokens of assistants too); or that it is `public`. A route that says none of them or several stops the start, and so does
 * one that names what nobody can have.
 *
 * Before the body is read: the caller is proved to be a principal (401), its permissions are compared (403), a token is
 * taken from its bucket (429). For keys all of that is memory, so a stranger costs no database work and learns nothing of
 * the route's response.
 * After the input is validated: the company's monthly quota is debited by the route's cost (429), and the response waits
 * for the write that holds the debit. People are charged where they screen, deploy or report alone (`chargesPeople`).
 * When the response goes out: a 2xx says what is left of the quota; any other response, a 304, or a caller who has gone
 * gives the debit back, except for what was done already (`keepCharged`).
 */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Access } from '../identity/model/access.ts'
import { type Act, actorText } from '../identity/model/actor.ts'
import type { Administrator } from '../identity/model/administrator.ts'
import type { Principal } from '../identity/model/principal.ts'
import { requireFresh } from '../identity/model/step-up.ts'
import { Problem } from '../problem.ts'
import type { QuotaVerdict, UnitUser } from '../quota/quota.ts'
import type { RateVerdict } from '../rate-limit/rate-limit.ts'
import { rateLimitHeaders } from '../rate-limit/rate-limit.ts'
import { innerRequestOf } from './inner-request.ts'
import { setRawHeader } from './raw-header.ts'

const quotaHeader = 'X-Service-Quota-Remaining'

/** Proves the person behind a request by the session that it carries; undefined where it carries none that holds. */
export type SessionGuard = { authenticate(request: FastifyRequest): Promise<Principal | undefined> }

/** Proves an assistant that acts for a person, by a token that is for one kind of route alone. */
export type TokenGuard = {
  isToken(presented: string): boolean
  authenticate(presented: string, request: FastifyRequest): Promise<Principal | undefined>
  /** What a caller without a token learns, in `WWW-Authenticate`. */
  challenge(request: FastifyRequest): string
}

export type RequestGuards = {
  /** What keys and people may do at this service. */
  access: Access
  keys: { authenticate(presented: string): Promise<Principal | undefined> }
  /** Absent where nobody can sign in: routes for sessions then refuse everybody. */
  sessions?: SessionGuard
  /** Where `anyKey` opens a route, assistants may come with these too. */
  tokens?: TokenGuard
  rateLimit: { take(key: string, requestsPerMinute: number): RateVerdict }
  quota: {
    take(user: UnitUser, cost: number, limit: number): Promise<QuotaVerdict>
    giveBack(user: UnitUser, cost: number, day: string): Promise<void>
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs here, and a person's role unless `permission` names another. */
    scope?: string
    /** The permission that a person's role needs beside a `scope`, where roles differ more finely than keys. */
    permission?: string
    /** The permission that a signed-in person needs here, `true` for none; keys are refused. */
    session?: string | true
    /** A person needs a fresh proof here, as they do wherever a secret is shown. */
    stepUp?: true
    /** A key is needed, whatever its scopes; people are refused. What is done inside has its own scope and cost. */
    anyKey?: true
    /** No credentials are needed, nothing is counted. */
    public?: true
    /** A page, which reads the query of its address by itself. */
    page?: true
    /** What one request takes from the quota; 1 when absent. Called on validated input. */
    cost?: (request: FastifyRequest) => number
    /** A person's request costs as much as a key's: it screens, deploys or reports. What people only read costs nothing. */
    chargesPeople?: true
  }
  interface FastifyRequest {
    principal: Principal | null
    debit: Debit | null
  }
}
type Debit = { user: UnitUser; cost: number; day: string; remaining: number }

/** The principal that makes the request. Public routes have none. */
export function callerOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('A public route has no caller.')
  return request.principal
}

/** The caller as the acts of the administration take it, which check themselves what it may do. */
export const administratorOf = (request: FastifyRequest): Administrator => ({
  ...callerOf(request),
  requestId: request.id,
})

/** Who acts by this request, for the records and audit events of what it does. */
export function actOf(request: FastifyRequest): Act & { companyId: string; requestId: string } {
  const { actor, companyId } = callerOf(request)
  return { actor, companyId, requestId: request.id }
}

/** Puts the three steps around a route as it is registered. */
export function guardRoute(route: RouteOptions, guards: RequestGuards, onLost: (error: unknown) => void): void {
  const { config = {} } = route
  const { scope, permission = scope, session, anyKey, public: open, cost = () => 1, chargesPeople = false } = config
  const fault = faultOf(route, guards.access)
  if (fault) throw new Error(`The route ${route.method} ${route.url} ${fault}.`)
  if (open) return
  const steps = list(route.onRequest)
  if (session !== undefined) {
    route.onRequest = [admitSession(session, guards), ...steps]
    return
  }
  if (anyKey) {
    route.onRequest = [...steps, admitAnyKey(guards)]
    return
  }
  route.onRequest = [admit({ scope: scope!, permission: permission! }, guards), ...steps]
  route.preHandler = [debit({ scope: scope!, cost, chargesPeople }, guards), ...list(route.preHandler)]
  route.onSend = [settle(guards, onLost), ...list(route.onSend)]
}

function faultOf({ config = {} }: RouteOptions, access: Access): string | undefined {
  const { scope, permission, session, anyKey, public: open } = config
  const said = [scope, session, anyKey, open].filter((word) => word !== undefined)
  if (said.length !== 1) return 'must say exactly one of scope, session, anyKey and public'
  if (scope !== undefined && !access.scopes.includes(scope)) return `needs the scope ${scope}, which no key can have`
  const needed = session === true ? undefined : (session ?? permission)
  const somebody =
    needed === undefined ||
    access.operatorPermissions.has(needed) ||
    access.roles.some((role) => access.permissionsOf(role).has(needed))
  return somebody ? undefined : `needs the permission ${needed}, which no role has`
}

const list = <T>(one: T | T[] | undefined): T[] => (one === undefined ? [] : Array.isArray(one) ? one : [one])

function admit({ scope, permission }: { scope: string; permission: string }, guards: RequestGuards) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const inner = innerRequestOf(request.raw)
    const presented = bearerToken(request.headers.authorization)
    const principal =
      inner?.principal ??
      (presented !== undefined
        ? await guards.keys.authenticate(presented)
        : await guards.sessions?.authenticate(request))
    if (!principal) throw noKey(reply)
    const needed = principal.actor.kind === 'user' ? permission : scope
    permit(request, reply, principal, needed)
    // An assistant that acts for a person has no more than it was granted, and no more than the person.
    if (principal.actor.kind === 'user' && !principal.session) permit(request, reply, principal, scope)
    if (!inner) limitRate(reply, principal, guards)
  }
}

/** After the route's own steps, which may refuse without asking who it is. */
function admitAnyKey(guards: RequestGuards) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const presented = bearerToken(request.headers.authorization)
    const { keys, tokens } = guards
    const principal =
      presented === undefined
        ? undefined
        : tokens?.isToken(presented)
          ? await tokens.authenticate(presented, request)
          : await keys.authenticate(presented)
    if (!principal) throw noKey(reply, tokens?.challenge(request))
    permit(request, reply, principal, true)
    limitRate(reply, principal, guards)
  }
}

function noKey(reply: FastifyReply, challenge = 'Bearer'): Problem {
  setRawHeader(reply, 'WWW-Authenticate', challenge)
  return new Problem(
    'unauthenticated',
    'The API key is missing or invalid. It must be passed as a Bearer token: "Authorization: Bearer svc_…".',
  )
}

function admitSession(permission: string | true, guards: RequestGuards) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await guards.sessions?.authenticate(request)
    if (!principal) throw new Problem('unauthenticated', 'You are not signed in.')
    permit(request, reply, principal, permission)
    limitRate(reply, principal, guards)
  }
}

function permit(request: FastifyRequest, reply: FastifyReply, principal: Principal, needed: string | true): void {
  request.principal = principal
  setRawHeader(reply, 'Cache-Control', 'no-store')
  const { actor, permissions } = principal
  if (needed !== true && !permissions.has(needed)) {
    throw new Problem(
      'forbidden',
      actor.kind === 'key'
        ? `This key may not do that: it lacks the scope ${needed}.`
        : `Your role does not permit this: it lacks ${needed}.`,
    )
  }
  const { stepUp, showsSecret } = request.routeOptions.config
  if (stepUp || showsSecret) requireFresh(principal)
}

/** A screen asks for up to eight things as it opens, and follows them: who looks through a few is no flood. */
const requestsOfPersonToOneOfKey = 5

function limitRate(reply: FastifyReply, { actor, limits, session }: Principal, { rateLimit }: RequestGuards): void {
  const times = session ? requestsOfPersonToOneOfKey : 1
  const verdict = rateLimit.take(actor.id, times * limits.requestsPerMinute)
  for (const [name, value] of Object.entries(rateLimitHeaders(verdict))) setRawHeader(reply, name, value)
  if (!verdict.allowed) {
    const who = actor.kind === 'key' ? 'This key' : 'One person'
    throw new Problem('rate-limited', `${who} may make ${verdict.limit} requests a minute. Try again later.`, {
      retryAfterSeconds: verdict.retryAfterSeconds,
    })
  }
}

/** The scheme is case-insensitive (RFC 9110, section 11.1). */
function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!header.startsWith('Bearer ') && header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  return header.slice(7).trim()
}

type Charge = { scope: string; cost: (request: FastifyRequest) => number; chargesPeople: boolean }

function debit({ scope, cost, chargesPeople }: Charge, { quota }: RequestGuards) {
  return async (request: FastifyRequest): Promise<void> => {
    const {
      actor,
      session,
      companyId,
      limits: { monthlyQuota },
    } = callerOf(request)
    if (isGone(request)) throw gone()
    if (session && !chargesPeople) return
    const units = cost(request)
    const user = { companyId, actor: actorText(actor), scope }
    const verdict = await quota.take(user, units, monthlyQuota)
    if (!verdict.granted) {
      throw new Problem(
        'request-quota-exceeded',
        `This request would go past the company's quota of ${monthlyQuota} requests a calendar month (UTC).`,
        { retryAfterSeconds: verdict.retryAfterSeconds },
      )
    }
    request.debit = { user, cost: units, day: verdict.day, remaining: verdict.remaining }
    if (isGone(request)) throw gone()
  }
}

/** The work for somebody who has gone is not begun, and what takes long asks now and then. */
export const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed
/** Only the log and the metrics see it; 499 is what proxies write there. */
export const gone = () => new Problem({ code: 'caller-gone', status: 499 }, 'The caller has gone.')

/** What was done before the caller went, or the request failed, stays charged: so many units are not given back. */
export function keepCharged({ debit }: FastifyRequest, units: number): void {
  if (debit) debit.cost = Math.max(0, debit.cost - units)
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
      else if (debit.cost > 0) quota.giveBack(debit.user, debit.cost, debit.day).catch(onLost)
    }
    done(null, payload)
  }
}
