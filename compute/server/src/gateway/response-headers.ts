import type { IncomingHttpHeaders } from 'node:http'
import { requestIdHeader } from '@service/foundation/http/request-id.ts'
import { hopByHop } from './hop-by-hop.ts'
import { upgradeHeaders } from './request-headers.ts'

/**
 * The headers of a deployment's response as the caller gets them, names and values alternating, as sent and with those that
 * came twice. How long the body is and whether the connection stays open is said again by each sender.
 */
export function responseHeaders(
  rawHeaders: readonly string[],
  connection: string | undefined,
  requestId: string,
  status?: number,
): string[] {
  const hop = hopByHop(connection)
  const passed = [requestIdHeader, requestId]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    const lower = name.toLowerCase()
    if (status === 204 && lower === 'content-length') continue // RFC 9110, section 8.6
    if (hop.has(lower) || lower === 'x-service-request-id') continue
    passed.push(name, lower === 'set-cookie' ? withoutDomain(value) : value)
  }
  return passed
}

/** The same where the deployment agrees to a WebSocket. */
export function upgradeResponseHeaders(headers: IncomingHttpHeaders, requestId: string): IncomingHttpHeaders {
  const hop = hopByHop(headers.connection)
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !hop.has(name)))
  return {
    ...passed,
    ...(headers['set-cookie'] && { 'set-cookie': headers['set-cookie'].map(withoutDomain) }),
    ...upgradeHeaders,
    'x-service-request-id': requestId,
  }
}

/** A cookie for the whole domain of endpoints would go to the deployments of others, or stand in for theirs. */
const withoutDomain = (cookie: string): string => cookie.replace(/;\s*domain\s*=[^;]*/gi, '')
