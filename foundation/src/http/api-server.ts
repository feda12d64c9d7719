/**
 * The server under the app, and what it knows of each connection.
 *
 * A caller may send requests without waiting for the responses, but only so many: the next one ends the connection, after
 * the responses that are due. Who closes their side after a request may wait for its response (RFC 9112, section 9.6). That
 * looks like somebody who has gone, so the server asks by `102 Processing`: a caller who has gone resets the connection,
 * and the work for them is dropped. That closes every response that is due, also those that wait for one before them.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { problemBody } from '../problem.ts'
import { respondToUnknownExpectation } from './parser-errors.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'
import { respondOnSocket } from './respond-on-socket.ts'

/** As many as the gateway takes, too. */
const maxInARow = 16

type Options = { http?: ServerOptions; keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }
type Pending = { responses: Set<ServerResponse>; isEnding: boolean }

export function makeApiServer(handle: RequestListener, options: Options): Server {
  const connections = new WeakMap<Duplex, Pending>()
  const server = createServer(options.http ?? {}, (request, response) => {
    const pending = connections.get(request.socket)
    if (!pending) return handle(request, response)
    if (pending.isEnding) return
    pending.responses.add(response)
    response.once('close', () => pending.responses.delete(response))
    if (pending.responses.size <= maxInARow) return handle(request, response)
    pending.isEnding = true
    refuse(response)
  })
  server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout
  server.requestTimeout = options.requestTimeout ?? server.requestTimeout
  server.setTimeout(options.connectionTimeout)
  Object.assign(server, { httpAllowHalfOpen: true }) // of node:http, though its types do not know it
  server.on('connection', (socket) => {
    const pending: Pending = { responses: new Set(), isEnding: false }
    connections.set(socket, pending)
    socket.once('end', () => probe(pending, 0))
    socket.once('close', () => closeUnsent(pending))
  })
  server.on('checkExpectation', respondToUnknownExpectation)
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    respondOnSocket(socket, 405, problemBody(405, 'This is no proxy.', 'method-not-allowed'))
  })
  return server
}

/** A response that waits for one before it has no socket yet: Node before 24.21 does not close it with the connection. */
function closeUnsent({ responses }: Pending): void {
  for (const response of responses) {
    if (response.socket || response.writableFinished || response.destroyed) continue
    response.destroyed = true
    response.emit('close')
  }
}

/** The first finds the connection reset at most, and the next then fails; a response that comes at once needs neither. */
const probeAfterMs = [20, 50, 500, 2_000]

function probe(pending: Pending, probes: number): void {
  setTimeout(() => {
    const [next] = pending.responses
    if (!next) return
    if (!next.headersSent && next.req.httpVersion === '1.1') next.writeProcessing()
    probe(pending, Math.min(probes + 1, probeAfterMs.length - 1))
  }, probeAfterMs[probes]).unref()
}

function refuse(response: ServerResponse): void {
  const message = `This connection has more than ${maxInARow} requests under way.`
  const body = JSON.stringify(problemBody(429, message, 'rate-limited'))
  response.writeHead(429, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    [requestIdHeader]: newRequestId(),
    'Retry-After': '1',
    Connection: 'close',
  })
  response.end(body)
}
