/** A port that callers connect to: HTTP/1, or over TLS HTTP/1 and HTTP/2 as each caller chooses. */
import { createServer, type Server, type ServerOptions } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2Session,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { isWebSocket } from './request-headers.ts'
import { makeChooseCertificate, speaksTls, type TlsOptions } from './tls/tls.ts'

export type AnyServer = Server | Http2SecureServer

export class Listener<Kind extends AnyServer = AnyServer> {
  readonly server: Kind
  readonly #sessions = new Set<Http2Session>()

  constructor(server: Kind) {
    this.server = server
    const known: AnyServer = server
    // Those beyond a limit would be dropped unseen: they are counted in `faultOf`.
    Object.assign(server, { maxHeadersCount: 0 })
    known.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  open(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen({ host, port }, resolve)
    })
  }

  /** Takes no new connections, and no new requests of HTTP/2; resolves when all have ended. */
  close(): Promise<void> {
    for (const session of this.#sessions) session.close()
    return new Promise((resolve) => void this.server.close(() => resolve()))
  }

  /** Of connections of HTTP/1; a server of HTTP/2 has it too, though its type does not say so. */
  closeIdle(): void {
    ;(this.server as Server).closeIdleConnections()
  }
}

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

/** Without certificates of either kind it speaks HTTP/1 in the clear. */
export const makeListener = (tls: TlsOptions, idleMs: number): Listener =>
  new Listener(speaksTls(tls) ? secureServer(tls, idleMs) : createServer(http1))

function secureServer(tls: TlsOptions, idleMs: number): Http2SecureServer {
  const { certificates } = tls
  const options: SecureServerOptions & ServerOptions = {
    ...http1,
    http1Options: http1 as SecureServerOptions['http1Options'],
    allowHTTP1: true,
    strictSingleValueFields: false, // what a deployment sends twice passes twice, as over HTTP/1
    minVersion: 'TLSv1.2',
    handshakeTimeout: 10_000,
    settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderBytes, enablePush: false },
    ...certificates?.current,
    SNICallback: makeChooseCertificate(tls),
  }
  const server = createSecureServer(options)
  Object.assign(server, { headersTimeout, keepAliveTimeout, requestTimeout: 0 })
  server.on('session', (session) => session.setTimeout(idleMs, () => session.destroy()))
  certificates?.onChange((renewed) => server.setSecureContext(renewed))
  return server
}
