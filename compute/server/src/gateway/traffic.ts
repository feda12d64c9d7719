/** All that is on its way through the gateway: how much of it for each deployment, and since when nothing has moved. */
import type { Exchange } from './exchange.ts'
import { type Refusal, tooSlow } from './refusal.ts'

export type Patience = {
  /** From the end of the request to the beginning of the response. */
  firstByteMs: number
  /** Without a byte either way. */
  idleMs: number
}

export type TrafficOptions = Patience & {
  /** Monotonic. */
  uptimeMs: () => number
  maxPerDeployment: number
}

/** How many bytes had passed when it was last checked, and since when there have been no more. */
type Movement = { bytes: number; sinceMs: number }

export class Traffic {
  readonly #options: TrafficOptions
  readonly #exchanges = new Map<string, Map<Exchange, Movement>>()
  readonly #watch: NodeJS.Timeout
  #size = 0

  constructor(options: TrafficOptions) {
    this.#options = options
    const { firstByteMs, idleMs } = options
    const everyMs = Math.max(20, Math.min(1_000, firstByteMs / 5, idleMs / 5))
    this.#watch = setInterval(() => this.#check(), everyMs)
    this.#watch.unref()
  }

  /** Requests and WebSockets in progress. */
  get size(): number {
    return this.#size
  }

  hasRoomFor(deploymentId: string): boolean {
    return (this.#exchanges.get(deploymentId)?.size ?? 0) < this.#options.maxPerDeployment
  }

  of(deploymentId: string): Exchange[] {
    return [...(this.#exchanges.get(deploymentId)?.keys() ?? [])]
  }

  /** Those that something let in which may have ended. */
  withPass(): Exchange[] {
    return [...this.#exchanges.values()].flatMap((exchanges) => [...exchanges.keys()].filter(({ pass }) => pass))
  }

  add(exchange: Exchange): void {
    const { deploymentId } = exchange.route
    const exchanges = this.#exchanges.get(deploymentId) ?? new Map<Exchange, Movement>()
    this.#exchanges.set(deploymentId, exchanges)
    exchanges.set(exchange, { bytes: 0, sinceMs: this.#options.uptimeMs() })
    this.#size += 1
  }

  remove(exchange: Exchange): void {
    const { deploymentId } = exchange.route
    const exchanges = this.#exchanges.get(deploymentId)
    if (!exchanges?.delete(exchange)) return
    if (exchanges.size === 0) this.#exchanges.delete(deploymentId)
    this.#size -= 1
  }

  /** All of them, or those that fit. */
  cut(why: Refusal, fits: (exchange: Exchange) => boolean = () => true): void {
    for (const exchanges of this.#exchanges.values())
      for (const exchange of exchanges.keys()) if (fits(exchange)) exchange.cut(why)
  }

  close(): void {
    clearInterval(this.#watch)
  }

  #check(): void {
    const { uptimeMs, firstByteMs, idleMs } = this.#options
    const nowMs = uptimeMs()
    for (const exchanges of this.#exchanges.values()) {
      for (const [exchange, movement] of exchanges) {
        const bytes = bytesOf(exchange)
        if (bytes !== movement.bytes) {
          movement.bytes = bytes
          movement.sinceMs = nowMs
        }
        const silentMs = nowMs - movement.sinceMs
        if (exchange.awaitsResponse && silentMs > firstByteMs) exchange.cut(noResponse(firstByteMs))
        else if (silentMs > idleMs) exchange.cut(silence(idleMs))
      }
    }
  }
}

const noResponse = (ms: number) => tooSlow(`The deployment did not begin to respond within ${seconds(ms)}.`)
const silence = (ms: number) => tooSlow(`Nothing has passed for ${seconds(ms)}.`)
const seconds = (ms: number) => (ms === 1_000 ? 'a second' : `${ms / 1_000} seconds`)

/** What is written to a side that does not read stops growing once its buffer is full. */
const bytesOf = ({ caller, far }: Exchange): number =>
  (caller.bytesRead ?? 0) + (caller.bytesWritten ?? 0) + (far?.bytes ?? 0)
