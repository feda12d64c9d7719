/**
 * What the gateway refuses although the HTTP parser lets it pass: whatever two readers of the same bytes might read in two
 * ways, and so take the end of one request for the beginning of another, or one deployment for another.
 */
import { isHttp2, type Request } from './message.ts'
import { malformed, type Refusal } from './refusal.ts'
import { hasBody, isWebSocket } from './request-headers.ts'

const maxHeaders = 100
const maxTargetLength = 8_192

export function faultOf(request: Request): Refusal | undefined {
  const { method, url = '', httpVersion, rawHeaders } = request
  const hosts = valuesOf('host', rawHeaders)
  if (httpVersion !== '1.1' && httpVersion !== '1.0' && !isHttp2(request))
    return malformed('This is neither HTTP/1.1 nor HTTP/2.', 505)
  if (method === 'TRACE' || method === 'CONNECT') return malformed(`${method} is not possible here.`, 405)
  if (rawHeaders.length > 2 * maxHeaders) return malformed(`There are more than ${maxHeaders} headers.`, 431)
  if (new Set([...valuesOf(':authority', rawHeaders), ...hosts]).size !== 1 || hosts.length > 1)
    return malformed('There must be one Host header.')
  if (url.length > maxTargetLength) return malformed(`The path is longer than ${maxTargetLength} characters.`, 414)
  if (!/^\/[!"$-~]*$/.test(url))
    return malformed('The request must be for a path, in visible ASCII characters without #.')
  if (isWebSocket(request) && hasBody(request)) return malformed('A request for a WebSocket has no body.')
  return isHttp2(request) ? undefined : framingFault(request) // its frames say where a body ends
}

function framingFault({ httpVersion, rawHeaders }: Request): Refusal | undefined {
  const codings = valuesOf('transfer-encoding', rawHeaders)
  const lengths = valuesOf('content-length', rawHeaders)
  if (codings.length > 0 && lengths.length > 0)
    return malformed('Content-Length and Transfer-Encoding exclude each other.')
  if (codings.length > 0 && httpVersion === '1.0') return malformed('HTTP/1.0 has no Transfer-Encoding.')
  if (codings.length > 1 || (codings[0] ?? 'chunked').toLowerCase() !== 'chunked')
    return malformed('The only Transfer-Encoding that is known is chunked.', 501)
  if (lengths.length > 1 || !/^\d{1,15}$/.test(lengths[0] ?? '0')) return malformed('Content-Length is no number.')
  return undefined
}

/** Each as it was sent: the parsed headers have only the first of some that came twice. */
const valuesOf = (name: string, rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)
