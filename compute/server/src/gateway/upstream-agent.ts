import { Agent, type ClientRequestArgs } from 'node:http'
import { connect, type NetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'

/** The connection was not accepted in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

/** Shorter than what common servers keep a silent connection for, or a request would meet one that is just closing. */
const keptSilentMs = 4_000

/** Connections to deployments: each belongs to one address, and is made within `connectMs` or not at all. */
export class UpstreamAgent extends Agent {
  readonly #connectMs: number

  constructor({ connectMs, keepAlive }: { connectMs: number; keepAlive: boolean }) {
    super({ keepAlive, timeout: keptSilentMs, maxFreeSockets: 64 })
    this.#connectMs = connectMs
  }

  override createConnection(options: ClientRequestArgs): Duplex {
    const socket = connect({ ...options, timeout: 0 } as NetConnectOpts)
    const timer = setTimeout(() => socket.destroy(new ConnectTimeout()), this.#connectMs)
    const done = () => clearTimeout(timer)
    socket.once('connect', done).once('close', done)
    return socket
  }
}
