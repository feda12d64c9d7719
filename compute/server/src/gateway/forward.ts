/**
 * Sends a request on to its deployment and the response back, or joins two sockets where both sides agree on a WebSocket.
 * Headers are rewritten on both sides; bodies stream, each side no faster than the other reads.
 *
 * A connection to a deployment is kept for its next request, and may be closing just when that comes. So a request that
 * can be repeated, and has no body, is sent once more where a kept connection breaks before a response begins.
 */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { ProxyServer } from 'httpxy'
import type { Client } from './client.ts'
import type { Exchange } from './exchange.ts'
import { flushHead, type Request, type Response, setHeaders, writeHead } from './message.ts'
import { notHttp, type Refusal, tooSlow, unreachable } from './refusal.ts'
import { hasBody, requestHeaders, upgradeHeaders } from './request-headers.ts'
import { responseHeaders, upgradeResponseHeaders } from './response-headers.ts'
import { type ConnectThrough, ConnectTimeout, hostFor, UpstreamAgent } from './upstream-agent.ts'

export interface Forwarder {
  request(request: Request, response: Response, exchange: Exchange, client: Client): void
  upgrade(request: IncomingMessage, head: Buffer, exchange: Exchange, client: Client): void
  close(): void
}

type Observer = {
  /** The deployment has begun to respond. */
  onResponse: (exchange: Exchange, status: number) => void
}

export function makeForwarder(
  { connectMs, connectThrough }: { connectMs: number; connectThrough: ConnectThrough },
  { onResponse }: Observer,
): Forwarder {
  const kept = new UpstreamAgent({ connectMs, connectThrough, keepAlive: true })
  const single = new UpstreamAgent({ connectMs, connectThrough, keepAlive: false })
  const proxy = new ProxyServer<Request, Response>({ selfHandleResponse: true })
  const exchanges = new WeakMap<Request, Exchange>()
  const send = (request: Request, response: Response, exchange: Exchange) => {
    exchange.tries += 1
    void proxy.web(request, response, { target: targetOf(exchange), agent: kept })
  }

  proxy.on('proxyReq', (outgoing, request) => {
    const exchange = exchanges.get(request)!
    exchange.outgoing = outgoing
    exchange.upstream = outgoing.socket ?? undefined
    outgoing.once('upgrade', () => exchange.cut(notHttp)) // to a protocol that nobody asked for
    if (exchange.cutFor) outgoing.destroy()
  })
  proxy.on('proxyRes', (incoming, request, response) => {
    const exchange = exchanges.get(request)!
    if (exchange.cutFor) return
    const { statusCode = 0, statusMessage, rawHeaders, headers } = incoming
    try {
      const passed = responseHeaders(rawHeaders, headers.connection, exchange.requestId, statusCode)
      writeHead(response, statusCode, statusMessage, passed)
    } catch {
      return exchange.cut(notHttp) // a status or a header that HTTP does not know
    }
    exchange.phase = 'responding'
    onResponse(exchange, statusCode)
    if (hasNoBody(statusCode, request.method)) {
      // Whatever the deployment says of a body, and sends as one.
      response.end()
      incoming.resume()
      return
    }
    incoming.once('close', () => incoming.complete || exchange.cut(unreachable))
    incoming.pipe(response)
    // With the beginning of the body where that is there already; it may be long in coming.
    setImmediate(() => response.writableEnded || flushHead(response))
  })
  proxy.on('proxyReqWs', (outgoing, request) => {
    const exchange = exchanges.get(request)!
    exchange.outgoing = outgoing
    outgoing.on('socket', (socket) => {
      exchange.upstream = socket
    })
    // Before the proxy reads them.
    outgoing.prependListener('response', (incoming) => {
      exchange.phase = 'responding'
      onResponse(exchange, incoming.statusCode ?? 0)
      incoming.headers['x-service-request-id'] = exchange.requestId
    })
    outgoing.prependListener('upgrade', (incoming, upstream: Socket) => {
      exchange.phase = 'upgraded'
      onResponse(exchange, 101)
      incoming.headers = upgradeResponseHeaders(incoming.headers, exchange.requestId)
      request.socket.once('close', () => upstream.destroy())
      upstream.once('close', () => request.socket.destroySoon())
    })
  })
  proxy.on('error', (error: Fault, request, response) => {
    const exchange = request && exchanges.get(request)
    if (!exchange) return
    // What a deployment sends behind a response without a body is no concern of the caller, who has got it.
    const isResponse = response && !(response instanceof Socket)
    if (isResponse && response.writableEnded) return
    if (isResponse && isStale(exchange, error) && isRepeatable(request)) {
      send(request, response, exchange)
    } else exchange.cut(refusalOf(error, connectMs))
  })

  return {
    request(request, response, exchange, client) {
      exchanges.set(request, exchange)
      setHeaders(request, requestHeaders(request, client, exchange.requestId))
      send(request, response, exchange)
    },
    upgrade(request, head, exchange, client) {
      exchanges.set(request, exchange)
      request.headers = { ...requestHeaders(request, client, exchange.requestId), ...upgradeHeaders }
      void proxy.ws(request, request.socket, { target: targetOf(exchange), agent: single }, head)
    },
    close() {
      kept.destroy()
      single.destroy()
    },
  }
}

/** By the status or the method alone (RFC 9112, section 6.3). */
const hasNoBody = (status: number, method: string | undefined): boolean =>
  status === 204 || status === 304 || method === 'HEAD'

type Fault = Error & { code?: string }

/** What to tell the caller of an error on the deployment's side. */
function refusalOf(error: Fault, connectMs: number): Refusal {
  if (error instanceof ConnectTimeout)
    return tooSlow(`The deployment did not accept a connection within ${connectMs / 1_000} seconds.`)
  return error.code?.startsWith('HPE_') ? notHttp : unreachable
}

const targetOf = ({ address }: Exchange) => ({ protocol: 'http:', host: hostFor(address), port: address.port })

const maxTries = 3

/** A connection that was kept broke before a response began. */
const isStale = ({ phase, tries, cutFor, outgoing, caller }: Exchange, { code }: Fault): boolean =>
  tries < maxTries &&
  phase === 'sending' &&
  !cutFor &&
  !caller.destroyed &&
  outgoing?.reusedSocket === true &&
  code === 'ECONNRESET'

const isRepeatable = (request: Request): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '') && !hasBody(request)
