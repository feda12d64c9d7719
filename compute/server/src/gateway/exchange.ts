import type { Pass } from './admission.ts'
import type { Caller } from './message.ts'
import type { Refusal } from './refusal.ts'
import type { Reply } from './reply.ts'
import type { Address, Route } from './route.ts'

/** The deployment's side of an exchange. */
export type FarSide = {
  /** Whether the whole request has been sent. */
  readonly isSent: boolean
  /** That have passed on it, either way. */
  readonly bytes: number
  end(): void
}

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
  phase: 'sending' | 'responding' | 'upgraded' = 'sending'
  far: FarSide | undefined
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
    return this.phase === 'sending' && this.far?.isSent === true
  }

  /** Ends both sides at once. The caller gets the reason, unless a response has begun. */
  cut(why: Refusal): void {
    if (this.cutFor) return
    this.cutFor = why
    if (this.#reply.isGone || this.phase !== 'sending') this.#reply.breakOff()
    else this.#reply.refuse(why, this.route)
    this.far?.end()
  }
}
