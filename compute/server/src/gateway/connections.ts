/**
 * The connections of callers. Each costs a file descriptor of the process that serves the API as well, so there are no
 * more than `max`; and of those that have not sent a whole request yet, or wait between two, no more than `maxWaiting`:
 * the one that has waited longest goes. Who opens thousands and says nothing thus drives out their own kind first.
 *
 * A connection is its TCP socket, from the moment that it is accepted: a handshake of TLS that stands still waits as well.
 */
import type { Server, Socket } from 'node:net'
import { malformed, type Refusal } from './refusal.ts'

export type ConnectionLimits = { max: number; maxWaiting: number }

/** What tells two open connections apart, known of a socket and of whatever TLS and HTTP/2 put over it. */
type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress'>

/** Requests that a caller sends without waiting for the responses. */
const maxInARow = 16

export class Connections {
  readonly #maxWaiting: number
  readonly #onDrop: (why: 'waiting' | 'full') => void
  /** How many requests of each are under way; a Set's order is that of waiting. */
  readonly #pending = new Map<Socket, number>()
  readonly #waiting = new Set<Socket>()
  readonly #distrusted = new WeakSet<Socket>()
  readonly #byEnds = new Map<string, Socket>()

  constructor(server: Server, { max, maxWaiting }: ConnectionLimits, onDrop: (why: 'waiting' | 'full') => void) {
    this.#maxWaiting = maxWaiting
    this.#onDrop = onDrop
    server.maxConnections = max
    server.on('drop', () => onDrop('full'))
    server.on('connection', (socket: Socket) => {
      const key = keyOf(socket)
      this.#pending.set(socket, 0)
      this.#byEnds.set(key, socket)
      socket.once('close', () => {
        this.#pending.delete(socket)
        this.#waiting.delete(socket)
        if (this.#byEnds.get(key) === socket) this.#byEnds.delete(key)
      })
      this.#wait(socket)
    })
  }

  get size(): number {
    return this.#pending.size
  }

  /** The connection beneath; undefined once it is closed. */
  beneath(over: Socket | Ends): Socket | undefined {
    return this.#pending.has(over as Socket) ? (over as Socket) : this.#byEnds.get(keyOf(over))
  }

  isBusy(socket: Socket): boolean {
    return (this.#pending.get(socket) ?? 0) > 0
  }

  /** A request has come in on it. False where nothing more is taken from it. */
  begin(socket: Socket): boolean {
    if (this.#distrusted.has(socket)) return false
    this.#pending.set(socket, (this.#pending.get(socket) ?? 0) + 1)
    this.#waiting.delete(socket)
    return true
  }

  /** The request that has just begun may be one too many. */
  faultOf(socket: Socket): Refusal | undefined {
    if ((this.#pending.get(socket) ?? 0) <= maxInARow) return undefined
    return malformed(`There are more than ${maxInARow} requests at a time on this connection.`, 429)
  }

  /** It ends with the response that is due: where a next request would begin is doubtful. */
  distrust(socket: Socket): void {
    this.#distrusted.add(socket)
  }

  isDistrusted(socket: Socket): boolean {
    return this.#distrusted.has(socket)
  }

  /** One of its requests has got its response, or given up. */
  end(socket: Socket): void {
    const pending = this.#pending.get(socket)
    if (pending === undefined) return
    this.#pending.set(socket, pending - 1)
    if (pending === 1) this.#wait(socket)
  }

  closeAll(): void {
    for (const socket of this.#pending.keys()) socket.destroy()
  }

  #wait(socket: Socket): void {
    this.#waiting.add(socket)
    if (this.#waiting.size <= this.#maxWaiting) return
    for (const longest of this.#waiting) {
      this.#waiting.delete(longest)
      longest.destroy()
      this.#onDrop('waiting')
      return
    }
  }
}

const keyOf = ({ remoteAddress, remotePort, localAddress }: Ends): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`
