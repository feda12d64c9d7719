import type { Dispatcher } from 'undici'
import { isMisuse, wordOfConnectFailure, wordOfExchangeFailure } from './failure.ts'
import type { OutboundError, OutboundOutcome } from './outbound.ts'

const keptBytes = 4 * 1024
const readBytes = 64 * 1024
/** Responses of 1xx before the final one: 103 is sent once or twice. */
const maxInterim = 8
const nothing = new Uint8Array(0)

/**
 * One request and its response, from the call to the outcome. Its only clock runs from the beginning, so a response
 * that trickles in is cut off when its time is over, and one that does not end when `readBytes` have come: then its
 * status counts. One object a request and nothing else, for this is the path of every delivery.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #secure: boolean
  readonly #settled: (outcome: OutboundOutcome | Error) => void
  readonly #begun = performance.now()
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #over = false
  #status = 0
  #interim = 0
  #read = 0
  #kept: Uint8Array = nothing

  constructor(options: { secure: boolean; timeoutMs: number }, settled: (outcome: OutboundOutcome | Error) => void) {
    this.#secure = options.secure
    this.#settled = settled
    this.#timer = setTimeout(() => {
      this.#fail('timed-out')
      this.#dropConnection()
    }, options.timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) this.#dropConnection() // it took too long to connect: nothing is sent any more
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status
    if (status >= 200 || ++this.#interim <= maxInterim) return
    this.#fail('invalid-answer')
    this.#dropConnection()
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#keep(chunk)
    this.#read += chunk.length
    if (this.#read <= readBytes) return
    this.#complete()
    this.#dropConnection()
  }

  onResponseEnd(): void {
    this.#complete()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (isMisuse(error)) this.#end(error)
    else this.#fail(this.#controller ? wordOfExchangeFailure(error) : wordOfConnectFailure(error, this.#secure))
  }

  #complete(): void {
    this.#end({ kind: 'answered', status: this.#status, body: this.#kept, durationMs: this.#durationMs() })
  }

  #fail(error: OutboundError): void {
    this.#end({ kind: 'failed', error, durationMs: this.#durationMs() })
  }

  #end(outcome: OutboundOutcome | Error): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#timer)
    this.#settled(outcome)
  }

  #dropConnection(): void {
    this.#controller?.abort(new Error('The response is not needed any more.'))
  }

  #durationMs(): number {
    return Math.round(performance.now() - this.#begun)
  }

  /** Copies, for a chunk is a piece of a larger buffer, which would be kept with it. */
  #keep(chunk: Buffer): void {
    const room = keptBytes - this.#kept.length
    if (room <= 0) return
    const before = this.#kept
    this.#kept = new Uint8Array(before.length + Math.min(room, chunk.length))
    this.#kept.set(before)
    this.#kept.set(chunk.subarray(0, room), before.length)
  }
}
