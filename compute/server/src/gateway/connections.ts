/**
 * The connections of callers. Each costs a file descriptor of the process that serves the API as well, so there are no
 * more than `max`; and of those that have not sent a whole request yet, or wait between two, no more than `maxWaiting`:
 * the one that has waited longest goes. Who opens thousands and says nothing thus drives out their own kind first.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = { max: number; maxWaiting: number }

export class Connections {
  readonly #maxWaiting: number
  readonly #onDrop: (why: 'waiting' | 'full') => void
  /** How many requests of each are under way; a Set's order is that of waiting. */
  readonly #pending = new Map<Socket, number>()
  readonly #waiting = new Set<Socket>()

  constructor(server: Server, { max, maxWaiting }: ConnectionLimits, onDrop: (why: 'waiting' | 'full') => void) {
    this.#maxWaiting = maxWaiting
    this.#onDrop = onDrop
    server.maxConnections = max
    server.on('drop', () => onDrop('full'))
    server.on('connection', (socket: Socket) => {
      this.#pending.set(socket, 0)
      socket.once('close', () => {
        this.#pending.delete(socket)
        this.#waiting.delete(socket)
      })
      this.#wait(socket)
    })
  }

  get size(): number {
    return this.#pending.size
  }

  pendingOf(socket: Socket): number {
    return this.#pending.get(socket) ?? 0
  }

  /** A request has come in on it. */
  begin(socket: Socket): void {
    this.#pending.set(socket, this.pendingOf(socket) + 1)
    this.#waiting.delete(socket)
  }

  /** One of its requests has been answered, or given up. */
  end(socket: Socket): void {
    const pending = this.#pending.get(socket)
    if (pending === undefined) return
    this.#pending.set(socket, pending - 1)
    if (pending === 1) this.#wait(socket)
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
