import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Pass } from './admission.ts'
import type { Caller } from './message.ts'
import type { Refusal } from './refusal.ts'
import type { Reply } from './reply.ts'
import type { Address, Route } from './route.ts'

/** One request on its way through the gateway, or one WebSocket, from the moment its deployment is known to its end. */
export class Exchange {
  readonly route: Route
  readonly address: Address
  /** What let it in, where that can end. */
  readonly pass: Pass | undefined
  readonly caller: Caller
  readonly requestId: string
  /** Monotonic. */
  readonly arrivedMs: number
  /** How often it has been sent on. */
  tries = 0
  phase: 'sending' | 'responding' | 'upgraded' = 'sending'
  /** To the deployment, and the connection that it goes over once there is one. */
  outgoing: ClientRequest | undefined
  upstream: Socket | undefined
  /** Why it was ended before its time. */
  cutFor: Refusal | undefined
  readonly #reply: Reply

  constructor(
    to: { route: Route; address: Address; pass: Pass | undefined },
    caller: Caller,
    reply: Reply,
    arrivedMs: number,
  ) {
    this.route = to.route
    this.address = to.address
    this.pass = to.pass
    this.caller = caller
    this.requestId = reply.requestId
    this.arrivedMs = arrivedMs
    this.#reply = reply
  }

  /** Whether the deployment is to send next. */
  get awaitsResponse(): boolean {
    return this.phase === 'sending' && this.outgoing?.writableFinished === true
  }

  /** Ends both sides at once. The caller gets the reason, unless a response has begun. */
  cut(why: Refusal): void {
    if (this.cutFor) return
    this.cutFor = why
    if (this.#reply.isGone || this.phase !== 'sending') this.#reply.breakOff()
    else this.#reply.refuse(why, this.route)
    this.outgoing?.destroy()
    if (this.phase === 'upgraded') this.upstream?.destroy()
  }
}
