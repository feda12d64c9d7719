/**
 * The gateway: from `<name of a deployment>.<domain>` to the container that runs it, wherever that is at the moment.
 *
 * A request that two readers could read in two ways is refused (`request-fault.ts`). Its Host header names the deployment
 * (`endpoint-host.ts`), and the table in memory knows where that runs (`route-table.ts`): nothing that the caller sends
 * chooses an address. What comes in is sent on with rewritten headers, and streams both ways (`forward.ts`). All that
 * is under way is watched for silence and counted by deployment (`traffic.ts`), and connections are bounded
 * (`connections.ts`).
 *
 * Anyone who knows the name may ask: no key is checked, and `Authorization` is the deployment's own. When a deployment
 * moves to another hub, requests that are still at the old place are ended, and the next go to the new one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Database } from '@service/foundation/database/database.ts'
import { respondToParserError, respondToUnknownExpectation } from '@service/foundation/http/parser-errors.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { Problem } from '@service/foundation/problem.ts'
import { urlOf } from '@service/foundation/program/ports.ts'
import { type Client, makeClientOf } from './client.ts'
import { Connections } from './connections.ts'
import { endpointHosts } from './endpoint-host.ts'
import { Exchange } from './exchange.ts'
import { makeForwarder } from './forward.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import * as refusals from './refusal.ts'
import { type OnRefusal, type Reply, replyOnSocket, replyTo } from './reply.ts'
import { faultOf } from './request-fault.ts'
import { isWebSocket } from './request-headers.ts'
import { type Address, addressOf, isSame, type Route } from './route.ts'
import { RouteTable } from './route-table.ts'
import { Traffic } from './traffic.ts'

export { makeGatewayMetrics } from './gateway-metrics.ts'

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
  /** Addresses or CIDR ranges whose `X-Forwarded-…` headers are believed. */
  trustedProxies: readonly string[]
  connectMs: number
  /** From the end of a request to the beginning of its response. */
  firstByteMs: number
  /** Without a byte either way. */
  idleMs: number
  maxConnections?: number
  /** Of those, how many may have no request under way. */
  maxWaiting?: number
  maxPerDeployment?: number
  /** How long `close` lets requests finish. */
  graceMs?: number
}

export interface Gateway {
  readonly url: string
  /** Takes no new connections; ends WebSockets at once, and requests when they have finished or the grace is over. */
  close(): Promise<void>
}

type Destination = { route: Route; address: Address } | { refusal: refusals.Refusal; route?: Route }

export async function openGateway(deps: GatewayDeps, options: GatewayOptions): Promise<Gateway> {
  const { db, log, metrics, uptimeMs } = deps
  const { maxConnections = 10_000, maxWaiting = 2_000, maxPerDeployment = 1_000, graceMs = 10_000 } = options
  const hosts = endpointHosts(options.domain)
  const clientOf = makeClientOf(options.trustedProxies)
  const traffic = new Traffic({ ...options, maxPerDeployment, uptimeMs })
  const forwarder = makeForwarder(options, {
    onResponse: (exchange, status) => metrics.responded(status, uptimeMs() - exchange.arrivedMs),
  })
  const routes = await RouteTable.open({ db, uptimeMs, onChange: (id) => void leaveOldPlace(id).catch(report) })
  const server = createServer({
    requireHostHeader: false, // refused in our own words
    headersTimeout: 15_000,
    requestTimeout: 0, // a body may take as long as it moves
    keepAliveTimeout: 60_000,
    connectionsCheckingInterval: 2_000,
    insecureHTTPParser: false,
    shouldUpgradeCallback: isWebSocket,
  })
  server.maxHeadersCount = 0 // those beyond a limit would be dropped unseen: they are counted in `faultOf`
  const connections = new Connections(server, { max: maxConnections, maxWaiting }, metrics.dropped)
  metrics.watch({ exchanges: () => traffic.size, connections: () => connections.size })

  const onRefusal: OnRefusal = ({ status, code }, requestId, route) => {
    metrics.refused(code)
    log.debug({ requestId, status, code, deploymentId: route?.deploymentId }, 'the gateway responded itself')
  }
  const report = (err: unknown) => log.warn({ err }, 'the gateway failed')

  async function serve(
    request: IncomingMessage,
    reply: Reply,
    forward: (exchange: Exchange, client: Client) => void,
  ): Promise<void> {
    const { socket } = request
    if (!connections.begin(socket)) return // what came before has made all that follows doubtful
    reply.onClose(() => connections.end(socket))
    const fault = faultOf(request) ?? connections.faultOf(socket)
    if (fault) {
      connections.distrust(socket)
      return reply.refuse(fault)
    }
    const arrivedMs = uptimeMs()
    const to = await destinationOf(request.headers.host!).catch(failed)
    if (reply.isGone) return
    if ('refusal' in to) return reply.refuse(to.refusal, to.route)
    const exchange = new Exchange(to, socket, reply, arrivedMs)
    traffic.add(exchange)
    reply.onClose(() => traffic.remove(exchange))
    forward(exchange, clientOf(request))
  }

  async function destinationOf(host: string): Promise<Destination> {
    const name = hosts.nameIn(host)
    const route = name === undefined ? undefined : await routes.find(name)
    if (!route) return { refusal: refusals.unknownHost }
    const address = addressOf(route)
    if (!address) return { route, refusal: refusals.notServing(route) }
    if (!traffic.hasRoomFor(route.deploymentId)) return { route, refusal: refusals.tooBusy(maxPerDeployment) }
    return { route, address }
  }

  function failed(error: unknown): Destination {
    if (error instanceof Problem) return { refusal: refusals.ofProblem(error) }
    report(error)
    return { refusal: refusals.bug }
  }

  /** One that is only stopping is left to finish what it has. */
  async function leaveOldPlace(deploymentId: string): Promise<void> {
    const exchanges = traffic.of(deploymentId)
    const [first] = exchanges
    if (!first) return
    const route = await routes.find(first.route.name)
    const address = route && addressOf(route)
    for (const exchange of exchanges) {
      if (address && !isSame(address, exchange.address)) exchange.cut(refusals.movedAway)
    }
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const reply = replyTo(request, response, onRefusal)
    void serve(request, reply, (exchange, client) => forwarder.request(request, response, exchange, client))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const reply = replyOnSocket(request.socket, onRefusal)
    void serve(request, reply, (exchange, client) => forwarder.upgrade(request, head, exchange, client))
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    replyOnSocket(request.socket, onRefusal).refuse(refusals.noTunnels)
  })
  server.on('checkExpectation', respondToUnknownExpectation)
  server.on('clientError', (error: Error, duplex: Duplex) => {
    const socket = duplex as Socket
    // One that is under way would be torn in two by another; one that has been given is left to arrive.
    if (connections.isDistrusted(socket)) socket.destroySoon()
    else if (connections.isBusy(socket)) socket.destroy()
    else respondToParserError(error, socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port: options.port }, resolve)
  })

  return {
    url: urlOf(server),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      traffic.cut(refusals.closing, ({ phase }) => phase === 'upgraded')
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const grace = setTimeout(() => {
        traffic.cut(refusals.closing)
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
