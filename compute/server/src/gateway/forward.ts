/**
 * Sends a request on to its deployment and the response back. Headers are rewritten on both sides; bodies stream, each side
 * no faster than the other reads.
 *
 * A connection to a deployment is kept for its next request, and may be closing just when that comes. So a request that
 * can be repeated, and has no body, is sent once more where a kept connection breaks before a response begins.
 */
import type { Readable, Writable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import type { Client } from './client.ts'
import type { Exchange, FarSide } from './exchange.ts'
import { type Fault, refusalOf } from './fault.ts'
import { flushHead, type Request, type Response, writeHead } from './message.ts'
import { notHttp } from './refusal.ts'
import { hasBody, requestHeaders } from './request-headers.ts'
import { responseHeaders } from './response-headers.ts'
import { brokeKept, type ConnectOptions, makePools, originOf } from './upstream.ts'

export interface Forwarder {
  request(request: Request, response: Response, exchange: Exchange, client: Client): void
  close(): void
}

/** The deployment has begun to respond. */
type OnResponse = (exchange: Exchange, status: number) => void

export function makeForwarder(options: ConnectOptions, onResponse: OnResponse): Forwarder {
  const pools = makePools(options)
  return {
    request(request, response, exchange, client) {
      const headers = requestHeaders(request, client, exchange.requestId)
      delete headers['transfer-encoding'] // said again where the body has no length
      const { method = 'GET', url: path = '/' } = request
      const sent = { origin: originOf(exchange.address), method: method as Dispatcher.HttpMethod, path, headers }
      const passage = new Passage({ request, response, exchange, sent, pools, onResponse, options })
      response.once('close', () => passage.end())
      passage.send()
    },
    close: () => void pools.destroy(),
  }
}

type Parts = {
  request: Request
  response: Response
  exchange: Exchange
  sent: Dispatcher.DispatchOptions
  pools: Agent
  onResponse: OnResponse
  options: ConnectOptions
}

const maxTries = 3

/** One request on its way to the deployment and its response on the way back. */
class Passage implements FarSide, Dispatcher.DispatchHandler {
  isSent = false
  bytes = 0
  readonly #parts: Parts
  #tries = 0
  #controller: Dispatcher.DispatchController | undefined
  #hasBody = false
  #begun = false

  constructor(parts: Parts) {
    this.#parts = parts
    parts.exchange.far = this
  }

  send(): void {
    const { request, sent, pools } = this.#parts
    this.#tries += 1
    // Who hangs up ends the exchange; what cannot be sent any more must not end the caller's connection, who gets a reason.
    const body = hasBody(request) ? (request as Readable).iterator({ destroyOnReturn: false }) : null
    // Undici takes what can be iterated over as a body; its types do not say so.
    pools.dispatch({ ...sent, body: body as unknown as Readable | null }, this)
  }

  end(): void {
    this.#controller?.abort(ended)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#parts.exchange.cutFor || this.#isLeft) controller.abort(ended)
  }

  onBodySent(chunk: Uint8Array): void {
    this.bytes += chunk.length
  }

  onRequestSent(): void {
    this.isSent = true
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    words?: string,
  ): void {
    const { request, response, exchange, onResponse } = this.#parts
    if (status < 200 || exchange.cutFor) return
    const { connection } = headers
    try {
      const raw = textsOf(controller.rawHeaders)
      const passed = responseHeaders(
        raw,
        connection === undefined ? undefined : String(connection),
        exchange.requestId,
        status,
      )
      writeHead(response, status, words || undefined, passed)
    } catch {
      exchange.cut(notHttp) // a status or a header that HTTP does not know
      return
    }
    exchange.phase = 'responding'
    onResponse(exchange, status)
    this.#hasBody = !isWithoutBody(status, request.method)
    // Whatever the deployment says of a body, and sends as one.
    if (!this.#hasBody) {
      response.end()
      return
    }
    // With the beginning of the body where that is there already; it may be long in coming.
    setImmediate(() => this.#begun || response.writableEnded || this.#isLeft || flushHead(response))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#hasBody) return
    const { response } = this.#parts
    this.#begun = true
    this.bytes += chunk.length
    if ((response as Writable).write(chunk)) return
    controller.pause()
    response.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    if (this.#hasBody) this.#parts.response.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Fault): void {
    const { response, exchange, options } = this.#parts
    // What a deployment sends behind a response without a body is no concern of the caller, who has got it.
    if (response.writableEnded || exchange.cutFor) return
    if (this.#isStale(error)) this.send()
    else exchange.cut(refusalOf(error, options.connectMs))
  }

  get #isLeft(): boolean {
    return this.#parts.exchange.caller.destroyed
  }

  /** A connection that was kept broke before a response began, and the request can be repeated. */
  #isStale(error: Fault): boolean {
    const { request, exchange } = this.#parts
    if (this.#tries >= maxTries || exchange.phase !== 'sending' || this.#isLeft || !brokeKept(error)) return false
    return repeatable.has(request.method ?? '') && !hasBody(request)
  }
}

const ended = new Error('the exchange has ended')
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** By the status or the method alone (RFC 9112, section 6.3). */
const isWithoutBody = (status: number, method: string | undefined): boolean =>
  status === 204 || status === 304 || method === 'HEAD'

/** Header fields are bytes, and stay so. */
const textsOf = (raw: Dispatcher.DispatchController['rawHeaders']): string[] =>
  ((raw ?? []) as readonly (Buffer | string)[]).map((part) =>
    typeof part === 'string' ? part : part.toString('latin1'),
  )
