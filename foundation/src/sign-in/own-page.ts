/**
 * Whether a request comes from a page of this service, and not from one that uses a person's cookies behind their back
 * (CSRF). A page of ours sends the header `X-Service-Csrf: 1`, which no form and no link can send, and no page elsewhere may:
 * the browser would have to ask first, and is refused (`http/cross-origin.ts`). What the browser itself says must agree:
 * `Sec-Fetch-Site` is `same-origin`, never `same-site`, for customers' containers may live on sibling names; `Origin` is our
 * own. One of the two is there on every write of a browser, and so it must be.
 */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

export const csrfHeader = 'X-Service-Csrf'

const crossSite = { code: 'cross-site', status: 403 } as const

/** Changes nothing by itself (RFC 9110, section 9.2.1), unless it is charged for what it does. */
export const isSafe = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !routeOptions.config.chargesPeople

/** Throws unless the request comes from a page of this service, which is reached at `publicBaseUrl` or as the request says. */
export function requireOwnPage(request: FastifyRequest, publicBaseUrl: string | undefined): void {
  const { headers, method } = request
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (headers[csrfHeader.toLowerCase()] !== '1') throw refused(`the header ${csrfHeader}: 1 is missing`)
  if (site !== undefined && site !== 'same-origin') throw refused('the page belongs to another site')
  if (origin !== undefined && !isOwn(origin, request, publicBaseUrl)) throw refused('the page has another origin')
  const isRead = method === 'GET' || method === 'HEAD' // which have no Origin
  if (origin === undefined && site === undefined && !isRead) throw refused('neither Origin nor Sec-Fetch-Site is there')
}

/**
 * Throws unless the page was opened under an address that nobody else can give the service. The owner of another name may
 * let it lead to this very machine (DNS rebinding): the browser then takes their page for one of ours. For what needs neither
 * a password nor a secret, because all others are refused to such a page anyway.
 */
export function requireOwnAddress(request: FastifyRequest, publicBaseUrl: string | undefined): void {
  const { origin } = request.headers
  if (publicBaseUrl === undefined) {
    const name = request.hostname.replace(/^\[|\]$/g, '')
    if (name !== 'localhost' && isIP(name) === 0)
      throw refused('use an IP address or localhost, or let the operator set the public base URL')
  } else if (origin !== undefined && origin !== new URL(publicBaseUrl).origin) {
    throw refused(`the page must be opened at ${publicBaseUrl}`)
  }
}

const isOwn = (origin: string, request: FastifyRequest, publicBaseUrl: string | undefined): boolean =>
  origin === `${request.protocol}://${request.host}` ||
  (publicBaseUrl !== undefined && origin === new URL(publicBaseUrl).origin)

const refused = (why: string) =>
  new Problem(crossSite, `Requests with a session must come from a page of this service: ${why}.`)
