/** The server that callers connect to: HTTP/1, or over TLS HTTP/1 and HTTP/2 as each caller chooses. */
import { createServer, type Server, type ServerOptions } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2Session,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2'
import { isWebSocket } from './request-headers.ts'
import type { Certificates } from './tls/tls.ts'

export type Listener = Server | Http2SecureServer

const keepAliveTimeout = 60_000
const headersTimeout = 15_000

const http1: ServerOptions = {
  requireHostHeader: false, // refused in our own words
  headersTimeout,
  requestTimeout: 0, // a body may take as long as it moves
  keepAliveTimeout,
  connectionsCheckingInterval: 2_000,
  insecureHTTPParser: false,
  shouldUpgradeCallback: isWebSocket,
}

/** Requests of one connection that may be under way in HTTP/2. */
const maxStreams = 100

/** Bytes of header fields in HTTP/2, as Node bounds those of HTTP/1. */
const maxHeaderBytes = 16_384

/** Without `certificates` it speaks HTTP/1 in the clear. */
export function makeListener(certificates: Certificates | undefined, idleMs: number): Listener {
  const server = certificates ? secureServer(certificates, idleMs) : createServer(http1)
  // Those beyond a limit would be dropped unseen: they are counted in `faultOf`.
  return Object.assign(server, { maxHeadersCount: 0 })
}

function secureServer(certificates: Certificates, idleMs: number): Http2SecureServer {
  const options: SecureServerOptions & ServerOptions = {
    ...http1,
    http1Options: http1 as SecureServerOptions['http1Options'],
    allowHTTP1: true,
    minVersion: 'TLSv1.2',
    handshakeTimeout: 10_000,
    settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderBytes, enablePush: false },
    ...certificates.current,
  }
  const server = createSecureServer(options)
  Object.assign(server, { headersTimeout, keepAliveTimeout, requestTimeout: 0 })
  const sessions = new Set<Http2Session>()
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.setTimeout(idleMs, () => session.close())
  })
  server.on('closing', () => {
    for (const session of sessions) session.close()
  })
  certificates.onChange((renewed) => server.setSecureContext(renewed))
  return server
}
