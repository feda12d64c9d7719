import type { Dispatcher } from 'undici'
import { isMisuse, wordOfConnectFailure, wordOfExchangeFailure } from './failure.ts'
import { InflateFailure, inflateBody } from './inflate-body.ts'
import type { DocumentError, OutboundDocument } from './outbound.ts'

/** Responses of 1xx before the final one: 103 is sent once or twice. */
const maxInterim = 8

type Options = { secure: boolean; timeoutMs: number; maxBytes: number; maxInflatedBytes: number }

/**
 * One request for a document, from the call to the outcome: `Exchange` for bodies that are wanted whole. One clock runs
 * from the beginning; a body that grows past `maxBytes` as sent, or past `maxInflatedBytes` unpacked, is no document.
 */
export class DocumentExchange implements Dispatcher.DispatchHandler {
  readonly #options: Options
  readonly #settled: (outcome: OutboundDocument | Error) => void
  readonly #begun = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #over = false
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #interim = 0
  #read = 0

  constructor(options: Options, settled: (outcome: OutboundDocument | Error) => void) {
    this.#options = options
    this.#settled = settled
    this.#timer = setTimeout(() => this.#giveUp('timed-out'), options.timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) this.#dropConnection() // it took too long to connect: nothing is sent any more
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Dispatcher.ResponseData['headers'],
  ): void {
    this.#status = status
    this.#headers = firstValues(headers)
    if (status >= 200) {
      if (Number(this.#headers['content-length']) > this.#options.maxBytes) this.#giveUp('too-large')
    } else if (++this.#interim > maxInterim) this.#giveUp('invalid-answer')
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#read += chunk.length
    if (this.#read > this.#options.maxBytes) this.#giveUp('too-large')
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer) // what is left is ours to do, and has limits of its own
    if (this.#over) return
    inflateBody(Buffer.concat(this.#chunks), this.#headers['content-encoding'], this.#options.maxInflatedBytes).then(
      (body) =>
        this.#end({
          kind: 'answered',
          status: this.#status,
          headers: this.#headers,
          body,
          durationMs: this.#durationMs(),
        }),
      (error) => (error instanceof InflateFailure ? this.#fail(error.word) : this.#end(error)),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (isMisuse(error)) this.#end(error)
    else {
      const { secure } = this.#options
      this.#fail(this.#controller ? wordOfExchangeFailure(error) : wordOfConnectFailure(error, secure))
    }
  }

  #giveUp(error: DocumentError): void {
    this.#fail(error)
    this.#dropConnection()
  }

  #fail(error: DocumentError): void {
    this.#end({ kind: 'failed', error, durationMs: this.#durationMs() })
  }

  #end(outcome: OutboundDocument | Error): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#timer)
    this.#chunks.length = 0
    this.#settled(outcome)
  }

  #dropConnection(): void {
    this.#controller?.abort(new Error('The response is not needed any more.'))
  }

  #durationMs(): number {
    return Math.round(performance.now() - this.#begun)
  }
}

/** Names in lower case; values byte for byte as sent (one character each), the first where a name stands twice. */
function firstValues(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const first: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value[0] : value
    if (text !== undefined) first[name.toLowerCase()] = text
  }
  return first
}
