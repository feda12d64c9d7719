import type { IncomingHttpHeaders } from 'node:http'
import { withoutCookies } from '@service/foundation/http/http.ts'
import { requestIdHeader } from '@service/foundation/http/request-id.ts'
import { visitCookies } from '../endpoints/endpoints.ts'
import type { Client } from './client.ts'
import { hopByHop } from './hop-by-hop.ts'
import { hostOf, isHttp2, type Request } from './message.ts'

/**
 * The headers that a deployment gets beside the caller's own. Nothing that the caller sends under these names passes: a
 * deployment may trust them. `Proxy` would become the environment variable `HTTP_PROXY` of a CGI program. `X-Service-Key` is
 * the caller's proof to the gateway, and never a deployment's, whatever its access rule.
 */
const ours =
  /^(?:x-forwarded-.*|forwarded|x-real-ip|x-service-request-id|host|content-length|expect|proxy|x-service-key)$/

/** The headers of the request as the deployment gets it. `Authorization` and other cookies are the deployment's. */
export function requestHeaders(request: Request, client: Client, requestId: string): IncomingHttpHeaders {
  const { headers } = request
  const hop = hopByHop(headers.connection)
  const host = hostOf(request)
  const passed: IncomingHttpHeaders = {}
  for (const name in headers) {
    // Many programs read X_Forwarded_For and X-Forwarded-For, Host_ and Host, as the same variable.
    // Those with a colon are HTTP/2's method, path and host.
    if (name.includes('_') || name.startsWith(':')) continue
    if (!hop.has(name) && !ours.test(name)) passed[name] = headers[name]
  }
  const cookie = passed.cookie && withoutCookies(passed.cookie, visitCookies)
  if (cookie) passed.cookie = cookie
  else delete passed.cookie
  return {
    ...passed,
    host,
    ...framing(request),
    'x-forwarded-for': client.address,
    'x-forwarded-host': host,
    'x-forwarded-proto': client.protocol,
    [requestIdHeader.toLowerCase()]: requestId,
  }
}

/** Of WebSockets: the two headers that ask for one are hop by hop, so they are set again. */
export const upgradeHeaders = { connection: 'Upgrade', upgrade: 'websocket' }

/** As the parser has read the body, whatever else stood there. */
function framing(request: Request): IncomingHttpHeaders {
  const { headers, method } = request
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' }
  if (headers['content-length'] !== undefined) return { 'content-length': String(Number(headers['content-length'])) }
  if (hasBody(request)) return { 'transfer-encoding': 'chunked' } // HTTP/2 needs no length
  return method === 'GET' || method === 'HEAD' ? {} : { 'content-length': '0' }
}

export const hasBody = (request: Request): boolean =>
  isHttp2(request)
    ? !request.stream.endAfterHeaders
    : request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

/** Whether it asks for one, as RFC 6455 has it. Other protocols that are offered are passed over. */
export const isWebSocket = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && hopByHop(headers.connection).has('upgrade')
