/**
 * The gateway: from `<name of a deployment>.<domain>` to the container that runs it, wherever that is at the moment.
 *
 * A request that two readers could read in two ways is refused (`request-fault.ts`). Its Host header names the deployment
 * (`endpoint-host.ts`), and the table in memory knows where that runs (`route-table.ts`): nothing that the caller sends
 * chooses an address. What comes in is sent on with headers written anew, and streams both ways (`forward.ts`). All that
 * is under way is watched for silence and counted by deployment (`traffic.ts`), and connections are bounded
 * (`connections.ts`).
 *
 * Whoever knows the name may ask: no key is looked at, and `Authorization` is the deployment's own. What the gateway
 * says itself is in the form of every error of the service. When a deployment moves to another hub, requests that are
 * still at the old place are ended, and the next go to the new one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Database } from '@service/foundation/database/database.ts'
import { answerOnSocket } from '@service/foundation/http/answer-on-socket.ts'
import { answerParserError, answerUnknownExpectation } from '@service/foundation/http/parser-errors.ts'
import { problemBody } from '@service/foundation/http/problem-body.ts'
import { newRequestId, requestIdHeader } from '@service/foundation/http/request-id.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { Problem } from '@service/foundation/problem.ts'
import { urlOf } from '@service/foundation/program/ports.ts'
import { makeClientOf } from './client.ts'
import { Connections } from './connections.ts'
import { endpointHosts } from './endpoint-host.ts'
import type { Exchange } from './exchange.ts'
import { makeForwarder, refusalOf } from './forward.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import {
  bug,
  closingDown,
  malformed,
  movedAway,
  notServing,
  ofProblem,
  type Refusal,
  tooBusy,
  unknownHost,
} from './refusal.ts'
import { faultOf } from './request-fault.ts'
import { hasBody } from './request-headers.ts'
import { addressOf, isSame } from './route.ts'
import { RouteTable } from './route-table.ts'
import { Traffic } from './traffic.ts'

export type GatewayDeps = {
  db: Database
  log: Logger
  metrics: GatewayMetrics
  /** Monotonic. */
  uptimeMs: () => number
}

export type GatewayOptions = {
  host: string
  port: number
  /** What follows a deployment's name, its port included: `localhost:4101`. */
  domain: string
  trustedProxies: readonly string[]
  connectMs: number
  /** From the end of a request to the beginning of its answer. */
  firstByteMs: number
  /** Without a byte either way. */
  idleMs: number
  maxConnections?: number
  maxWaitingConnections?: number
  maxPerDeployment?: number
  /** How long `close` lets requests finish. */
  graceMs?: number
}

export interface Gateway {
  readonly url: string
  /** Takes no new connections; ends WebSockets at once, and requests when they have finished or the grace is over. */
  close(): Promise<void>
}

const maxPipelined = 16

export async function openGateway(
  { db, log, metrics, uptimeMs }: GatewayDeps,
  options: GatewayOptions,
): Promise<Gateway> {
  const { connectMs, firstByteMs, idleMs, maxPerDeployment = 1_000, graceMs = 10_000 } = options
  const hosts = endpointHosts(options.domain)
  const clientOf = makeClientOf(options.trustedProxies)
  const traffic = new Traffic({ firstByteMs, idleMs, maxPerDeployment, uptimeMs })
  const routes = await RouteTable.open({ db, uptimeMs, onChange: (id) => void leaveOldPlace(id).catch(report) })
  const begunAtMs = new WeakMap<Exchange, number>()
  const forwarder = makeForwarder(
    { connectMs },
    { onAnswer: (exchange, status) => metrics.answered(status, uptimeMs() - begunAtMs.get(exchange)!) },
  )
  const server = createServer({
    requireHostHeader: false, // refused in our own words
    headersTimeout: 15_000,
    requestTimeout: 0, // a body may take as long as it moves
    keepAliveTimeout: 60_000,
    connectionsCheckingInterval: 2_000,
    insecureHTTPParser: false,
    shouldUpgradeCallback: isWebSocket, // other protocols that are offered are passed over
  })
  server.maxHeadersCount = 0 // those beyond a limit would be dropped unseen: they are counted in `faultOf`
  const limits = { max: options.maxConnections ?? 10_000, maxWaiting: options.maxWaitingConnections ?? 2_000 }
  const connections = new Connections(server, limits, metrics.dropped)
  metrics.watch({ exchanges: () => traffic.size, connections: () => connections.size })

  function report(err: unknown): void {
    log.warn({ err }, 'the gateway failed in the background')
  }

  function record(why: Refusal, requestId: string, deploymentId?: string): void {
    metrics.refused(why.code)
    log.debug({ requestId, status: why.status, code: why.code, deploymentId }, 'the gateway answered itself')
  }

  /** Where the request is to go, or why not. */
  async function destinationOf(request: IncomingMessage) {
    const fault = faultOf(request)
    if (fault) return { refusal: fault }
    const name = hosts.nameIn(request.headers.host!)
    const route = name === undefined ? undefined : await routes.find(name)
    if (!route) return { refusal: unknownHost }
    const address = addressOf(route)
    if (!address) return { refusal: notServing(route), route }
    if (!traffic.hasRoomFor(route.deploymentId)) return { refusal: tooBusy(maxPerDeployment), route }
    return { route, address }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = newRequestId()
    const arrivedMs = uptimeMs()
    const { socket } = request
    connections.begin(socket)
    response.once('close', () => connections.end(socket))
    response.once('finish', () => endLater(request))
    if (connections.pendingOf(socket) > maxPipelined) {
      return refuse(
        response,
        malformed(`No more than ${maxPipelined} requests at a time on a connection.`, 429),
        requestId,
      )
    }
    const { route, address, refusal } = await destinationOf(request).catch(failed)
    if (response.destroyed || socket.destroyed) return
    if (!route || !address) return refuse(response, refusal ?? unknownHost, requestId, route?.deploymentId)

    const exchange: Exchange = {
      requestId,
      route,
      address,
      client: socket,
      upstream: undefined,
      outgoing: undefined,
      phase: 'sending',
      cutFor: undefined,
      cut(why) {
        if (exchange.cutFor) return
        exchange.cutFor = why
        if (response.headersSent) response.destroy()
        else refuse(response, why, requestId, route.deploymentId)
        exchange.outgoing?.destroy()
      },
      fail(error) {
        if (!response.destroyed) exchange.cut(refusalOf(error, connectMs))
      },
    }
    begunAtMs.set(exchange, arrivedMs)
    traffic.add(exchange)
    response.once('close', () => traffic.remove(exchange))
    forwarder.request(request, response, exchange, clientOf(request))
  }

  async function serveUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const requestId = newRequestId()
    const arrivedMs = uptimeMs()
    socket.on('error', () => socket.destroy())
    connections.begin(socket)
    const { route, address, refusal } = hasBody(request)
      ? { refusal: malformed('A request for a WebSocket has no body.') }
      : await destinationOf(request).catch(failed)
    if (socket.destroyed) return
    if (!route || !address) return refuseOnSocket(socket, refusal ?? unknownHost, requestId, route?.deploymentId)

    const exchange: Exchange = {
      requestId,
      route,
      address,
      client: socket,
      upstream: undefined,
      outgoing: undefined,
      phase: 'sending',
      cutFor: undefined,
      cut(why) {
        if (exchange.cutFor) return
        exchange.cutFor = why
        if (exchange.phase === 'sending') refuseOnSocket(socket, why, requestId, route.deploymentId)
        else socket.destroy()
        exchange.outgoing?.destroy()
        exchange.upstream?.destroy()
      },
      fail(error) {
        if (!socket.destroyed) exchange.cut(refusalOf(error, connectMs))
      },
    }
    begunAtMs.set(exchange, arrivedMs)
    traffic.add(exchange)
    socket.once('close', () => traffic.remove(exchange))
    forwarder.upgrade(request, head, exchange, clientOf(request))
  }

  function refuse(response: ServerResponse, why: Refusal, requestId: string, deploymentId?: string): void {
    record(why, requestId, deploymentId)
    const body = JSON.stringify(problemBody(why.status, why.message, why.code))
    response.writeHead(why.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      [requestIdHeader]: requestId,
      ...(why.retryAfterSeconds !== undefined && { 'Retry-After': why.retryAfterSeconds }),
      ...(why.status === 400 && { Connection: 'close' }), // where the next request begins is doubtful
    })
    response.end(body)
  }

  function refuseOnSocket(socket: Socket, why: Refusal, requestId: string, deploymentId?: string): void {
    record(why, requestId, deploymentId)
    const { status, message, code, retryAfterSeconds } = why
    answerOnSocket(socket, status, problemBody(status, message, code), {
      requestId,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }

  async function leaveOldPlace(deploymentId: string): Promise<void> {
    const exchanges = traffic.of(deploymentId)
    if (exchanges.length === 0) return
    const route = await routes.find(exchanges[0]!.route.name)
    const address = route && addressOf(route)
    // One that is just stopping is left to finish.
    for (const exchange of exchanges) if (address && !isSame(address, exchange.address)) exchange.cut(movedAway)
  }

  function failed(error: unknown): { refusal: Refusal; route?: undefined; address?: undefined } {
    if (!(error instanceof Problem)) report(error)
    return { refusal: error instanceof Problem ? ofProblem(error) : bug }
  }

  server.on('request', (request, response) => void serve(request, response))
  server.on('upgrade', (request, socket, head) => void serveUpgrade(request, socket as Socket, head))
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    refuseOnSocket(socket, malformed('CONNECT is not possible here.', 405), newRequestId())
  })
  server.on('checkExpectation', answerUnknownExpectation)
  server.on('clientError', (error, socket) => {
    // An answer that is under way would be torn in two by another.
    if (connections.pendingOf(socket as Socket) > 0) socket.destroy()
    else answerParserError(error, socket as Socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port: options.port }, resolve)
  })

  return {
    url: urlOf(server),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      traffic.cutUpgraded(closingDown)
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const grace = setTimeout(() => {
        traffic.cutAll(closingDown)
        server.closeAllConnections()
      }, graceMs)
      await closed
      clearInterval(sweep)
      clearTimeout(grace)
      traffic.close()
      forwarder.close()
      await routes.close()
    },
  }
}

const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** Who goes on sending a body after the answer gets a moment to read that, and is then cut off. */
function endLater(request: IncomingMessage): void {
  if (request.complete) return
  setTimeout(() => request.complete || request.socket.destroy(), 1_000).unref()
}
