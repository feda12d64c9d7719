/** Connections to deployments: each belongs to one address, and is made within `connectMs` or not at all. */
import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http'
import { connect, isIPv6, type NetConnectOpts, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Agent, type buildConnector, errors } from 'undici'
import type { Address } from './route.ts'

/** The connection was not accepted in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

export type ConnectThrough = (address: Address, signal: AbortSignal) => Promise<Duplex>

export type ConnectOptions = { connectMs: number; connectThrough: ConnectThrough }

/** Shorter than what common servers keep a silent connection for, or a request would meet one that is just closing. */
const keptSilentMs = 4_000
const maxHeaderBytes = 16_384

/** What a pool knows of a connection is its host: so that says which hub it leads through, if it does. */
export const hostFor = ({ host, through }: Address): string =>
  through === undefined ? host : `${host}.${through}${throughHubs}`

/** Of the pool that a request is given to. */
export function originOf(address: Address): string {
  const host = hostFor(address)
  return `http://${isIPv6(host) ? `[${host}]` : host}:${address.port}`
}

const throughHubs = '.hub.invalid'

function throughIn(host: string | null | undefined, port: number): Address | undefined {
  if (!host?.endsWith(throughHubs)) return undefined
  const name = host.slice(0, -throughHubs.length)
  const dot = name.lastIndexOf('.')
  return { host: name.slice(0, dot), through: name.slice(dot + 1), port }
}

/** Errors of connections that had served a request before: the next may have met one that was just closing. */
const brokenAfterUse = new WeakSet<Error>()

/** Whether the error broke a connection that was kept from an earlier request. */
export const brokeKept = (error: Error): boolean =>
  error instanceof errors.SocketError ? (error.socket?.bytesRead ?? 0) > 0 : brokenAfterUse.has(error)

/** Pools of kept connections, one for each address; one that is not used goes. Who sends by them watches the time. */
export const makePools = (options: ConnectOptions): Agent =>
  new Agent({
    connect: makeConnector(options),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: keptSilentMs,
    keepAliveMaxTimeout: keptSilentMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxHeaderBytes,
  })

function makeConnector(options: ConnectOptions): buildConnector.connector {
  return ({ hostname, port }, onConnected) => {
    const address = throughIn(hostname, Number(port))
    if (address) {
      connectThroughHub(address, options).then(
        (stream) => onConnected(null, stream as Socket),
        (error: Error) => onConnected(error, null),
      )
      return
    }
    const socket = connectTo({ host: hostname, port: Number(port) }, options.connectMs)
    const fail = (error: Error) => onConnected(error, null)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      socket.on('error', (error) => socket.bytesRead > 0 && brokenAfterUse.add(error))
      onConnected(null, socket)
    })
  }
}

function connectTo(options: NetConnectOpts, connectMs: number): Socket {
  const socket = connect({ ...options, noDelay: true, timeout: 0 })
  const timer = setTimeout(() => socket.destroy(new ConnectTimeout()), connectMs)
  const done = () => clearTimeout(timer)
  return socket.once('connect', done).once('close', done)
}

async function connectThroughHub(address: Address, { connectMs, connectThrough }: ConnectOptions): Promise<Duplex> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ConnectTimeout()), connectMs)
  try {
    return await connectThrough(address, late.signal)
  } catch (error) {
    throw late.signal.aborted ? new ConnectTimeout() : error
  } finally {
    clearTimeout(timer)
  }
}

type OnCreated = (error: Error | null, socket: Duplex) => void

/** Keeps no connection: one that becomes a WebSocket serves nothing else. */
export class UpgradeAgent extends HttpAgent {
  readonly #options: ConnectOptions

  constructor(options: ConnectOptions) {
    super({ keepAlive: false })
    this.#options = options
  }

  override createConnection(options: ClientRequestArgs, onCreated?: OnCreated): Duplex | undefined {
    const address = throughIn(options.host, Number(options.port))
    if (!address || !onCreated) return connectTo(options as NetConnectOpts, this.#options.connectMs)
    connectThroughHub(address, this.#options).then(
      (stream) => onCreated(null, stream),
      (error: Error) => onCreated(error, undefined as never),
    )
    return undefined
  }
}
