/** What the app refuses of a request's headers although the HTTP parser lets it pass (RFC 9110 and 9112). */
import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem.ts'

const notImplemented = { code: 'invalid-request', status: 501 }
/** A name, an IPv4 address or an IPv6 address in brackets, and a port (RFC 3986, section 3.2). */
const host = /^(?:[\w.~!$&'()*+,;=%-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/

export function headerFault({ httpVersion, rawHeaders, headers }: IncomingMessage): Problem | undefined {
  let hosts = 0
  let credentials = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase()
    if (name === 'host') hosts += 1
    else if (name === 'authorization') credentials += 1
  }
  if (hosts === 0 && httpVersion === '1.1') return new Problem('invalid-request', 'The Host header is missing.')
  if (hosts > 1) return new Problem('invalid-request', 'The Host header is given more than once.')
  if (hosts === 1 && !host.test(headers.host ?? ''))
    return new Problem('invalid-request', 'The Host header is malformed.')
  // Nobody knows which was meant.
  if (credentials > 1) return new Problem('invalid-request', 'The Authorization header is given more than once.')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return new Problem(notImplemented, 'The only Transfer-Encoding that is supported is chunked.')
  }
  return undefined
}

export function encodingFault({ headers }: IncomingMessage): Problem | undefined {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return undefined
  const shown = JSON.stringify(encoding.slice(0, 60))
  return new Problem(
    'unsupported-media-type',
    `The body has the Content-Encoding ${shown}, and none is supported. Send it as it is.`,
  )
}
