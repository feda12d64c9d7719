/**
 * Whether a request may pass to its deployment, by the deployment's access rule. What proves the caller stays here: neither
 * the key nor the cookie of a visit is sent on (`request-headers.ts`).
 *
 * The cookie counts only where the endpoint's own pages ask, or a person goes there. Endpoints of others are on sibling
 * names, which browsers take for the same site: their pages could otherwise act in the person's name.
 */
import { cookieValue } from '@service/foundation/http/http.ts'
import type { KeyRing } from '@service/foundation/keys/keys.ts'
import { entryPath, type Place, useScope, type Visits, visitCookie, visitMs } from '../endpoints/endpoints.ts'
import type { Client } from './client.ts'
import { hostOf, type Request } from './message.ts'
import * as refusals from './refusal.ts'
import { isWebSocket } from './request-headers.ts'
import type { Route } from './route.ts'

/** What let a request in, which may end while the request is under way. */
export type Pass = { holds(): Promise<boolean> }

/** `pass` is undefined where none is needed. */
export type Admitted = { pass: Pass | undefined } | { refusal: refusals.Refusal }

export type AdmissionDeps = {
  keys: Pick<KeyRing, 'authenticate'>
  visits: Pick<Visits, 'enter' | 'holds'>
  /** The page that leads a person to this endpoint. */
  signInUrl: (name: string, path: string) => string
}

export const keyHeader = 'x-service-key'

export function makeAdmission({ keys, visits, signInUrl }: AdmissionDeps) {
  async function byKey(request: Request, { companyId }: Place): Promise<Admitted> {
    const presented = request.headers[keyHeader]
    if (typeof presented !== 'string') return { refusal: refusals.needsKey }
    const find = async () => {
      const found = await keys.authenticate(presented)
      return found?.companyId === companyId ? found.permissions : undefined
    }
    const permissions = await find()
    if (!permissions) return { refusal: refusals.needsKey }
    if (!permissions.has(useScope)) return { refusal: refusals.lacksScope(useScope) }
    return { pass: { holds: async () => (await find())?.has(useScope) ?? false } }
  }

  async function byVisit(request: Request, route: Route, { protocol }: Client): Promise<Admitted> {
    const isSecure = protocol === 'https'
    const own = `${protocol}://${hostOf(request)}`
    const ticket = ticketOf(request)
    const entered = ticket === undefined ? undefined : await visits.enter(route, ticket)
    if (entered) return { refusal: refusals.visitBegun(`${own}${entered.path}`, setCookie(entered.cookie, isSecure)) }
    const cookie = cookieValue(request.headers.cookie, visitCookie(isSecure))
    if (cookie !== undefined && isMeant(request, own)) {
      const holds = () => visits.holds(route, cookie)
      if (await holds()) return { pass: { holds } }
    }
    if (!wantsPage(request)) return { refusal: refusals.needsVisit }
    const path = ticket === undefined ? (request.url ?? '/') : '/'
    return { refusal: refusals.visitPage(signInUrl(route.name, path)) }
  }

  return async (request: Request, route: Route, client: Client): Promise<Admitted> => {
    if (route.access === 'public') return { pass: undefined }
    return route.access === 'key' ? byKey(request, route) : byVisit(request, route, client)
  }
}

const setCookie = (value: string, isSecure: boolean): string =>
  `${visitCookie(isSecure)}=${value}; Path=/; Max-Age=${visitMs / 1_000}${isSecure ? '; Secure' : ''}; HttpOnly; SameSite=Lax`

function ticketOf({ method, url = '' }: Request): string | undefined {
  if (method !== 'GET' || !url.startsWith(`${entryPath}?`)) return undefined
  return new URLSearchParams(url.slice(entryPath.length)).get('ticket') ?? undefined
}

/** Browsers say where a request comes from; programs that hold a cookie say nothing. */
function isMeant({ method, headers }: Request, own: string): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': to } = headers
  if (origin !== undefined && origin !== own.toLowerCase()) return false
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return (method === 'GET' || method === 'HEAD') && mode === 'navigate' && to === 'document'
}

const wantsPage = (request: Request): boolean =>
  request.method === 'GET' && !isWebSocket(request) && request.headers.accept?.includes('text/html') === true
