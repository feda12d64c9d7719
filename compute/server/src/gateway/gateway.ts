/**
 * The gateway: from `<name of a deployment>.<domain>`, or a domain of a company's own, to the container that runs it, wherever
 * that is at the moment.
 *
 * A request that two readers could read in two ways is refused (`request-fault.ts`). Its Host header names the deployment
 * (`endpoint-host.ts`), and the table in memory knows where that runs (`route-table.ts`): nothing that the caller sends
 * chooses an address. What comes in is sent on with rewritten headers, and streams both ways (`forward.ts`, `web-socket.ts`). All that
 * is under way is watched for silence and counted by deployment (`traffic.ts`), and connections are bounded
 * (`connections.ts`).
 *
 * Who may ask is the deployment's access rule (`admission.ts`): anyone who knows the name, a key, or people of the company.
 * `Authorization` is the deployment's own. When a deployment moves to another hub, requests that are still at the old place are
 * ended, and the next go to the new one; so are those that a stricter rule, or the end of a key or a session, shuts out.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Database } from '@service/foundation/database/database.ts'
import { respondToParserError, respondToUnknownExpectation } from '@service/foundation/http/parser-errors.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { Problem } from '@service/foundation/problem.ts'
import { urlOf } from '@service/foundation/program/ports.ts'
import { type AdmissionDeps, makeAdmission, type Pass } from './admission.ts'
import { type Client, makeClientOf } from './client.ts'
import { Connections } from './connections.ts'
import { endpointHosts } from './endpoint-host.ts'
import { Exchange } from './exchange.ts'
import { type Forwarder, makeForwarder } from './forward.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import { Listener, makeListener } from './listener.ts'
import { callerOf, hostOf, isHttp2, type Request, type Response } from './message.ts'
import { makeRedirectServer } from './redirect.ts'
import * as refusals from './refusal.ts'
import { type OnRefusal, type Reply, replyOnSocket, replyTo } from './reply.ts'
import { faultOf } from './request-fault.ts'
import { type Address, addressOf, isSame, type Route } from './route.ts'
import { RouteTable } from './route-table.ts'
import { speaksTls, type TlsOptions } from './tls/tls.ts'
import { Traffic } from './traffic.ts'
import type { ConnectThrough } from './upstream.ts'
import { makeWebSocketForwarder, type WebSocketForwarder } from './web-socket.ts'

export { makeGatewayMetrics } from './gateway-metrics.ts'
export { type Certificates, openCertificateFiles } from './tls/tls.ts'

export type GatewayDeps = {
  db: Database
  log: Logger
  metrics: GatewayMetrics
  /** Monotonic. */
  uptimeMs: () => number
  /** To an address that leads through the engine of its hub. */
  connectThrough: ConnectThrough
} & AdmissionDeps

/** With certificates it speaks TLS alone, HTTP/1 and HTTP/2. */
export type GatewayOptions = {
  host: string
  port: number
  /** What follows a deployment's name, its port included: `localhost:4101`. */
  domain: string
  /** The port that redirects HTTP to HTTPS. */
  redirectPort?: number | undefined
  /** Addresses or CIDR ranges whose `X-Forwarded-…` headers are trusted. */
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
  /** How often what let requests in is checked while they are under way. */
  recheckMs?: number
} & TlsOptions

export interface Gateway {
  readonly url: string
  /** The port that redirects HTTP to HTTPS; undefined where there is none. */
  readonly redirectPort: number | undefined
  /** Takes no new connections; ends WebSockets at once, and requests when they have finished or the grace is over. */
  close(): Promise<void>
}

type Destination =
  | { route: Route; address: Address; pass: Pass | undefined }
  | { refusal: refusals.Refusal; route?: Route }

export const openGateway = (deps: GatewayDeps, options: GatewayOptions): Promise<Gateway> =>
  HttpGateway.open(deps, options)

type Forward = (exchange: Exchange, client: Client) => void

class HttpGateway implements Gateway {
  readonly #options: GatewayOptions
  readonly #maxPerDeployment: number
  readonly #deps: GatewayDeps
  #routes!: RouteTable
  readonly #hosts: ReturnType<typeof endpointHosts>
  readonly #clientOf: ReturnType<typeof makeClientOf>
  readonly #admit: ReturnType<typeof makeAdmission>
  readonly #recheck: NodeJS.Timeout
  readonly #traffic: Traffic
  readonly #forwarder: Forwarder
  readonly #webSockets: WebSocketForwarder
  readonly #listener: Listener
  readonly #redirects: Listener<Server> | undefined
  readonly #connections: Connections

  static async open(deps: GatewayDeps, options: GatewayOptions): Promise<HttpGateway> {
    const gateway = new HttpGateway(deps, options)
    const { db, uptimeMs } = deps
    const onChange = (id: string) => void gateway.#leaveOldPlace(id).catch((error) => gateway.#report(error))
    gateway.#routes = await RouteTable.open({ db, uptimeMs, onChange })
    await gateway.#listen()
    return gateway
  }

  private constructor(deps: GatewayDeps, options: GatewayOptions) {
    const { metrics, uptimeMs } = deps
    const { maxConnections = 10_000, maxWaiting = 2_000, maxPerDeployment = 1_000 } = options
    this.#deps = deps
    this.#options = options
    this.#maxPerDeployment = maxPerDeployment
    this.#hosts = endpointHosts(options.domain)
    this.#clientOf = makeClientOf(options.trustedProxies)
    this.#admit = makeAdmission(deps)
    this.#recheck = setInterval(() => this.#endOutdated(), options.recheckMs ?? 2_000).unref()
    this.#traffic = new Traffic({ ...options, maxPerDeployment, uptimeMs })
    const connecting = { connectMs: options.connectMs, connectThrough: deps.connectThrough }
    const onResponse = (exchange: Exchange, status: number) =>
      metrics.responded(status, uptimeMs() - exchange.arrivedMs)
    this.#forwarder = makeForwarder(connecting, onResponse)
    this.#webSockets = makeWebSocketForwarder(connecting, onResponse)
    this.#listener = makeListener(options, options.idleMs)
    if (options.redirectPort !== undefined)
      this.#redirects = new Listener(
        makeRedirectServer(options.domain, {
          onRefusal: this.#onRefusal,
          find: (key) => this.#routes.find(key),
          responseTo: options.ordered?.responseTo,
        }),
      )
    this.#connections = new Connections(this.#listener.server, { max: maxConnections, maxWaiting }, metrics.dropped)
    const { certificates } = options
    metrics.watch({
      exchanges: () => this.#traffic.size,
      connections: () => this.#connections.size,
      ...(certificates && { certificateExpiresMs: () => certificates.expiresMs }),
    })
    this.#handleEvents()
  }

  get url(): string {
    const url = urlOf(this.#listener.server)
    return speaksTls(this.#options) ? url.replace('http:', 'https:') : url
  }

  get redirectPort(): number | undefined {
    return this.#redirects?.port
  }

  async close(): Promise<void> {
    const { graceMs = 10_000 } = this.#options
    const closed = Promise.all([this.#listener.close(), this.#redirects?.close()])
    this.#redirects?.server.closeAllConnections()
    this.#traffic.cut(refusals.closing, ({ phase }) => phase === 'upgraded')
    const sweep = setInterval(() => this.#listener.closeIdle(), 50)
    const grace = setTimeout(() => {
      this.#traffic.cut(refusals.closing)
      this.#connections.closeAll()
    }, graceMs)
    await closed
    clearInterval(sweep)
    clearTimeout(grace)
    clearInterval(this.#recheck)
    this.#traffic.close()
    this.#forwarder.close()
    this.#webSockets.close()
    await this.#routes.close()
  }

  /** Ends what is under way at another place than that of now, or under a rule that does not hold any more. A deployment that is only stopping finishes what it has. */
  async #leaveOldPlace(deploymentId: string): Promise<void> {
    const exchanges = this.#traffic.of(deploymentId)
    const [first] = exchanges
    if (!first) return
    const route = await this.#routes.find(first.route.name)
    const address = route && addressOf(route)
    for (const exchange of exchanges) {
      if (address && !isSame(address, exchange.address)) exchange.cut(refusals.movedAway)
      if (route && route.access !== 'public' && route.access !== exchange.route.access)
        exchange.cut(refusals.accessEnded)
    }
  }

  /** Ends what a key or a visit let in that has ended since. While that cannot be known, it goes on. */
  #endOutdated(): void {
    for (const exchange of this.#traffic.withPass()) {
      exchange.pass?.holds().then(
        (holds) => holds || exchange.cut(refusals.accessEnded),
        (error) => this.#report(error),
      )
    }
  }

  async #listen(): Promise<void> {
    const { host, port, redirectPort } = this.#options
    await this.#listener.open(host, port)
    if (redirectPort !== undefined) await this.#redirects?.open(host, redirectPort)
  }

  #handleEvents(): void {
    const { server } = this.#listener
    server.on('request', (request: Request, response: Response) => {
      const reply = replyTo(request, response, this.#onRefusal)
      const forward: Forward = (exchange, client) => this.#forwarder.request(request, response, exchange, client)
      void this.#serve(request, reply, forward)
    })
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      const reply = replyOnSocket(request.socket, this.#onRefusal)
      const forward: Forward = (exchange, client) => this.#webSockets.upgrade(request, head, exchange, client)
      void this.#serve(request, reply, forward)
    })
    server.on('connect', (request: Request, way: Duplex | Http2ServerResponse) => {
      if (isHttp2(request))
        return replyTo(request, way as Http2ServerResponse, this.#onRefusal).refuse(refusals.noTunnels)
      request.socket.on('error', () => request.socket.destroy())
      replyOnSocket(request.socket, this.#onRefusal).refuse(refusals.noTunnels)
    })
    server.on('checkExpectation', respondToUnknownExpectation)
    server.on('clientError', (error: Error, duplex: Duplex) => this.#refuseBytes(error, duplex as Socket))
  }

  #onRefusal: OnRefusal = ({ status, code }, requestId, route) => {
    const { log, metrics } = this.#deps
    metrics.refused(code)
    log.debug({ requestId, status, code, deploymentId: route?.deploymentId }, 'the gateway refused a request')
  }

  async #serve(request: Request, reply: Reply, forward: Forward): Promise<void> {
    const connections = this.#connections
    const connection = connections.beneath(request.socket)
    if (!connection || !connections.begin(connection)) return // what came before has made all that follows doubtful
    reply.onClose(() => connections.end(connection))
    const fault = faultOf(request) ?? (isHttp2(request) ? undefined : connections.faultOf(connection))
    if (fault) {
      if (!isHttp2(request)) connections.distrust(connection)
      return reply.refuse(fault)
    }
    const arrivedMs = this.#deps.uptimeMs()
    const client = this.#clientOf(request)
    const to = await this.#destinationOf(request, client).catch((error) => this.#failed(error))
    if (reply.isGone) return
    if ('refusal' in to) return reply.refuse(to.refusal, to.route)
    const exchange = new Exchange(to, callerOf(request), reply, arrivedMs)
    this.#traffic.add(exchange)
    reply.onClose(() => this.#traffic.remove(exchange))
    forward(exchange, client)
  }

  async #destinationOf(request: Request, client: Client): Promise<Destination> {
    const key = this.#hosts.keyIn(hostOf(request)!)
    const route = key === undefined ? undefined : await this.#routes.find(key)
    if (!route) return { refusal: refusals.unknownHost }
    const admitted = await this.#admit(request, route, client)
    if ('refusal' in admitted) return { route, ...admitted }
    const address = addressOf(route)
    if (!address) return { route, refusal: refusals.notServing(route) }
    if (!this.#traffic.hasRoomFor(route.deploymentId))
      return { route, refusal: refusals.tooBusy(this.#maxPerDeployment) }
    return { route, address, ...admitted }
  }

  #report(err: unknown): void {
    this.#deps.log.warn({ err }, 'the gateway could not serve a request')
  }

  #failed(error: unknown): Destination {
    if (error instanceof Problem) return { refusal: refusals.ofProblem(error) }
    this.#report(error)
    return { refusal: refusals.bug }
  }

  /** What the parser could not read as HTTP. */
  #refuseBytes(error: Error, socket: Socket): void {
    // One that is under way would be torn in two by another; one that has been given is left to arrive.
    const connection = this.#connections.beneath(socket)
    if (!connection || this.#connections.isDistrusted(connection)) socket.destroySoon()
    else if (this.#connections.isBusy(connection)) socket.destroy()
    else respondToParserError(error, socket)
  }
}
