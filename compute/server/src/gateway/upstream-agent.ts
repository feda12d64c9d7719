import { Agent, type ClientRequestArgs } from 'node:http'
import { connect, type NetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Address } from './route.ts'

/** The connection was not accepted in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

export type ConnectThrough = (address: Address, signal: AbortSignal) => Promise<Duplex>

/** Shorter than what common servers keep a silent connection for, or a request would meet one that is just closing. */
const keptSilentMs = 4_000

/** What an agent knows of a connection is its host: so that says which hub it leads through, if it does. */
export const hostFor = ({ host, through }: Address): string =>
  through === undefined ? host : `${host}.${through}${throughHubs}`

const throughHubs = '.hub.invalid'

function addressIn({ host, port }: ClientRequestArgs): Address | undefined {
  if (!host?.endsWith(throughHubs)) return undefined
  const name = host.slice(0, -throughHubs.length)
  const dot = name.lastIndexOf('.')
  return { host: name.slice(0, dot), through: name.slice(dot + 1), port: Number(port) }
}

type OnCreated = (error: Error | null, socket: Duplex) => void

type Options = { connectMs: number; connectThrough: ConnectThrough; keepAlive: boolean }

/** Connections to deployments: each belongs to one address, and is made within `connectMs` or not at all. */
export class UpstreamAgent extends Agent {
  readonly #connectMs: number
  readonly #connectThrough: ConnectThrough

  constructor({ connectMs, connectThrough, keepAlive }: Options) {
    super({ keepAlive, timeout: keptSilentMs, maxFreeSockets: 64 })
    this.#connectMs = connectMs
    this.#connectThrough = connectThrough
  }

  override createConnection(options: ClientRequestArgs, onCreated?: OnCreated): Duplex | undefined {
    const address = addressIn(options)
    if (address && onCreated) {
      this.#createThrough(address, onCreated)
      return undefined
    }
    const socket = connect({ ...options, timeout: 0 } as NetConnectOpts)
    const timer = setTimeout(() => socket.destroy(new ConnectTimeout()), this.#connectMs)
    const done = () => clearTimeout(timer)
    socket.once('connect', done).once('close', done)
    return socket
  }

  #createThrough(address: Address, onCreated: OnCreated): void {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new ConnectTimeout()), this.#connectMs)
    this.#connectThrough(address, late.signal)
      .then(
        (stream) => onCreated(null, stream),
        (error: Error) => onCreated(late.signal.aborted ? new ConnectTimeout() : error, undefined as never),
      )
      .finally(() => clearTimeout(timer))
  }
}
