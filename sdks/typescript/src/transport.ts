/**
 * One request and its retries. An attempt that brought no whole response, or a refusal that speaks of a moment, is made
 * again with the same body and the same `Idempotency-Key`, so that the service does nothing twice.
 */
import {
  APIConnectionError,
  APIError,
  APIStatusError,
  APITimeoutError,
  ConfigurationError,
  statusError,
} from './errors.ts'
import { fromWire, snake } from './names.ts'
import { readRetryAfter, retryDelayMs } from './retry-delay.ts'
import type { ProblemDetail } from './types.ts'
import { version } from './version.ts'

export interface RequestOptions {
  /** Ends the request; its reason is thrown. */
  signal?: AbortSignal | undefined
  /** How long an attempt may take, beyond what the service was asked to wait; 60 s unless given. */
  timeoutMs?: number | undefined
  /** How often a failed attempt is made again; 2 unless given. */
  maxRetries?: number | undefined
  /** Of what changes something; a new one for each call unless given. */
  idempotencyKey?: string | undefined
}

export interface ClientOptions {
  /** `SERVICE_API_KEY` of the environment unless given. */
  apiKey?: string | undefined
  /** `SERVICE_BASE_URL` of the environment unless given; else the address of the demo, `http://127.0.0.1:4100`. */
  baseUrl?: string | undefined
  /** How long an attempt may take, beyond what the service was asked to wait; 60 s unless given. */
  timeoutMs?: number | undefined
  /** How often a failed attempt is made again; 2 unless given. */
  maxRetries?: number | undefined
  /** In place of the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Hears of attempts and retries: method, path, status and delay, never headers or bodies. */
  logger?: { debug(message: string): void } | undefined
}

/** The world that the client works in; tests have another. */
export interface Runtime {
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** In [0, 1). */
  random(): number
  /** Milliseconds, from any beginning. */
  elapsed(): number
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: object | undefined
  body?: unknown
  /** How long the service was asked to wait before it responds. */
  waitSeconds?: number | undefined
  /** The names of a service that writes them as TypeScript does; they stay as they are. */
  names?: 'camelCase' | undefined
}

type Method = Call['method']
type Received = { response: Response; text: string }

export class Transport {
  readonly runtime: Runtime
  readonly #options: ClientOptions
  /** Private, so that no logger or inspector shows it. */
  readonly #apiKey: string
  readonly #baseUrl: string

  constructor(options: ClientOptions, runtime: Runtime) {
    this.#options = options
    this.runtime = runtime
    this.#apiKey = readKey(options.apiKey ?? environment('SERVICE_API_KEY'))
    this.#baseUrl = readBaseUrl(options.baseUrl ?? environment('SERVICE_BASE_URL') ?? 'http://127.0.0.1:4100')
  }

  /** The options with which another client like this one is made. A method, for inspectors call getters. */
  copyOptions(): ClientOptions {
    return { ...this.#options, apiKey: this.#apiKey, baseUrl: this.#baseUrl }
  }

  get baseUrl(): string {
    return this.#baseUrl
  }

  /** The body of the response with TypeScript's names; undefined if it has none. */
  async request<T>(call: Call, options: RequestOptions = {}): Promise<T> {
    const headers = this.#headersOf(call, options)
    const timeoutMs = this.timeoutOf(options) + (call.waitSeconds ?? 0) * 1000
    return this.retrying(call, options, async () => {
      const { response, text } = await this.#receive(call, headers, timeoutMs, options.signal)
      if (!response.ok) throw this.#refusal(response, text)
      if (response.status === 204) return undefined as T
      return (call.names === 'camelCase' ? parse(text) : fromWire(parse(text))) as T
    })
  }

  /** Texts of the body as they come. The timeout is on silence: it begins again with each of them. */
  async *stream(call: Call, accept: string, options: RequestOptions): AsyncGenerator<string, void, undefined> {
    const timer = new Deadline(this.timeoutOf(options), options.signal)
    try {
      const init = { method: call.method, headers: { ...this.#headersOf(call, options), Accept: accept } }
      const response = await this.#send(call, init, timer)
      if (!response.ok) throw this.#refusal(response, await textOf(response))
      const reader = response.body
        ?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
        .getReader()
      for (;;) {
        timer.restart()
        const chunk = await reader?.read()
        if (!chunk || chunk.done) return
        yield chunk.value
      }
    } catch (error) {
      throw this.#failure(call, error, timer)
    } finally {
      timer.giveUp()
    }
  }

  /** Runs attempts until one succeeds, one fails for good, or none is left. */
  async retrying<T>({ method, path }: Call, options: RequestOptions, attempt: () => Promise<T>): Promise<T> {
    const maxRetries = this.maxRetriesOf(options)
    for (let retry = 0; ; retry++) {
      try {
        return await attempt()
      } catch (error) {
        const delayMs = retry < maxRetries ? this.delayAfter(error, retry) : undefined
        if (delayMs === undefined) throw error
        this.debug(`${method} ${path}: ${messageOf(error)}; attempt ${retry + 2} in ${Math.round(delayMs)} ms`)
        await this.runtime.sleep(delayMs, options.signal)
      }
    }
  }

  /** Undefined after a failure that is final. */
  delayAfter(error: unknown, retry: number): number | undefined {
    if (!(error instanceof APIError) || !error.retryable) return undefined
    const retryAfterMs = error instanceof APIStatusError ? error.retryAfterMs : undefined
    return retryDelayMs(retry, retryAfterMs, this.runtime.random())
  }

  maxRetriesOf = ({ maxRetries }: RequestOptions): number => maxRetries ?? this.#options.maxRetries ?? 2
  timeoutOf = ({ timeoutMs }: RequestOptions): number => timeoutMs ?? this.#options.timeoutMs ?? 60_000
  debug = (message: string): void => this.#options.logger?.debug(this.#withoutKey(message))

  async #receive(
    call: Call,
    headers: Record<string, string>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Received> {
    const timer = new Deadline(timeoutMs, signal)
    try {
      const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
      const response = await this.#send(call, { method: call.method, headers, ...body }, timer)
      const text = await textOf(response)
      timer.end()
      return { response, text }
    } catch (error) {
      timer.giveUp()
      throw this.#failure(call, error, timer)
    }
  }

  async #send({ method, path, query, names }: Call, init: RequestInit, timer: Deadline): Promise<Response> {
    const send = this.#options.fetch ?? globalThis.fetch
    const url = `${this.#baseUrl}${path}${queryText(query, names === 'camelCase' ? asItIs : snake)}`
    // A redirect would take the request, and in a browser the key, to an address that nobody chose.
    const response = await send(url, { ...init, redirect: 'manual', signal: timer.signal })
    this.debug(`${method} ${path}: ${response.status}`)
    return response
  }

  #headersOf({ method, body }: Call, { idempotencyKey }: RequestOptions): Record<string, string> {
    return {
      Accept: 'application/json',
      Authorization: `Bearer ${this.#apiKey}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(changes(method) && { 'Idempotency-Key': idempotencyKey ?? newIdempotencyKey() }),
      ...(!isBrowser() && { 'User-Agent': `service-client-typescript/${version}` }),
    }
  }

  #refusal(response: Response, text: string): APIStatusError {
    const { status, headers } = response
    const problem = problemOf(text)
    return statusError({
      status,
      message: this.#withoutKey(problem.message ?? `The service responded with status ${status}.`),
      code: problem.code,
      requestId: headers.get('x-service-request-id') ?? undefined,
      details: problem.details ?? [],
      retryAfterMs: readRetryAfter(headers, Date.now()),
    })
  }

  #failure({ method, path }: Call, error: unknown, timer: Deadline): unknown {
    if (timer.abortedByCaller) return timer.signal.reason
    if (error instanceof APIError) return error
    if (timer.isOver) return new APITimeoutError(`${method} ${path} took longer than ${timer.ms / 1000} s.`)
    const why = error instanceof Error ? causeOf(error) : 'unknown'
    return new APIConnectionError(this.#withoutKey(`${method} ${path} failed on the way: ${why}.`), { cause: error })
  }

  #withoutKey = (text: string): string => text.replaceAll(this.#apiKey, '[API key]')
}

/** Aborts when the time is over or the caller wishes. */
class Deadline {
  readonly ms: number
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  isOver = false

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.ms = ms
    this.#caller = caller
    if (caller?.aborted) this.#follow()
    else caller?.addEventListener('abort', this.#follow, { once: true })
    this.restart()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get abortedByCaller(): boolean {
    return this.#caller?.aborted ?? false
  }

  restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#controller.abort()
    }, this.ms)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#follow)
  }

  /** Ends it, and with it what is still open. To abort takes time, and there is no need after a whole response. */
  giveUp(): void {
    this.end()
    this.#controller.abort()
  }

  #follow = (): void => this.#controller.abort(this.#caller?.reason)
}

type Environment = { process?: { env?: Record<string, string | undefined> }; document?: unknown }
const runtimeGlobals = globalThis as Environment

/** Undefined where there is no environment, or no permission to read it. */
export function environment(name: string): string | undefined {
  try {
    return runtimeGlobals.process?.env?.[name] || undefined
  } catch {
    return undefined
  }
}

/** A browser names itself, and asks before each other header. */
const isBrowser = (): boolean => runtimeGlobals.document !== undefined

function readKey(given: string | undefined): string {
  const key = given?.trim()
  if (!key) throw new ConfigurationError('There is no API key: pass apiKey, or set SERVICE_API_KEY.')
  if (!/^[!-~]+$/.test(key)) throw new ConfigurationError('The API key has characters that no key has.')
  return key
}

function readBaseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain)
    throw new ConfigurationError('The base URL must be an http or https address without user, query or hash.')
  return url.href.replace(/\/+$/, '')
}

const asItIs = (name: string): string => name

function queryText(query: object | undefined, nameOf: (name: string) => string): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) text.set(nameOf(name), String(value))
  }
  return text.size === 0 ? '' : `?${text}`
}

/** No page of the API is a tenth as long. */
const maxBytes = 64 * 1024 * 1024

/** The body, whose length the service does not decide alone: what goes on for ever fills no memory. */
async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const [decoder, parts] = [new TextDecoder(), [] as string[]]
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts.join('') + decoder.decode()
    bytes += value.length
    if (bytes > maxBytes) {
      void reader.cancel().catch(() => {})
      throw new APIError(`The response is longer than ${maxBytes / 1024 / 1024} MiB.`)
    }
    parts.push(decoder.decode(value, { stream: true }))
  }
}

/** Deleting and posting change something, and must do it once. */
const changes = (method: Method): boolean => method !== 'GET'

/** `crypto.randomUUID` is there in secure contexts alone. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new APIConnectionError('The response was no JSON, or only a part of it.')
  }
}

type Problem = { message?: string; code?: string; details?: ProblemDetail[] }

function problemOf(text: string): Problem {
  try {
    const { message, code, details } = JSON.parse(text) as Record<string, unknown>
    return {
      ...(typeof message === 'string' && { message }),
      ...(typeof code === 'string' && { code }),
      ...(Array.isArray(details) && { details: details as ProblemDetail[] }),
    }
  } catch {
    return {} // a proxy's page
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** `fetch failed` says nothing; its cause does. */
const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message)
