/**
 * The one place from which pages call a service. Every request carries the header that shows it to come from a page of ours;
 * a response that was seen before is asked for with its entity tag, and comes from memory where it has not changed.
 */

/** What an operation takes and returns, as the generated types of a service say it. */
export type Operation = { path?: object; query?: object; body?: unknown; output: unknown }

type InputParts = 'path' | 'query' | 'body'

/** What a call of the operation is given. */
export type InputOf<O> = Pick<O, Extract<keyof O, InputParts>>

/** A file in place of what the document says of a body, for operations that take other forms than JSON. */
export const fileBody = <Body>(file: Blob): Body => file as unknown as Body
export type OutputOf<O> = O extends { output: infer Output } ? Output : never

/** The service refused, or could not be reached (status 0). */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: readonly { path: string; message: string }[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, about: Partial<Omit<Refusal, 'name' | 'message'>> & { status: number }) {
    super(message)
    this.name = 'Refusal'
    this.status = about.status
    this.code = about.code
    this.details = about.details ?? []
    this.requestId = about.requestId
    this.retryAfterSeconds = about.retryAfterSeconds
  }
}

const heldResponses = 200

/** `text` tells whether anything has changed where the service gives no tag: what is shown stays the same object then. */
type Held = { tag: string | null; text: string; output: unknown }

/** One thing of a stream: what it says, and the id to go on after. */
export type StreamEvent = { event: string; id: string | undefined; data: string }

export type Client<Operations> = {
  call<Id extends keyof Operations & string>(
    id: Id,
    input: InputOf<Operations[Id]>,
    signal?: AbortSignal,
  ): Promise<OutputOf<Operations[Id]>>
  /** For what is in no document. */
  post<Output>(path: string, body: unknown): Promise<Output>
  /** Follows server-sent events until they end. `after` is the id of the last one that was seen. Throws a `Refusal`. */
  stream(url: string, after: string | undefined, signal: AbortSignal): AsyncGenerator<StreamEvent, void, undefined>
  /** Forgets what was seen: another person must not see it. */
  forget(): void
}

/** For an API whose names are spelt otherwise than those of its types: what goes out and what comes in. */
export type Spelling = { sent: (body: unknown) => unknown; received: (output: unknown) => unknown }

export type ClientOptions = {
  spelling?: () => Spelling | undefined
  /** What the paths of the operations are below, where they do not say all of it. */
  base?: () => string
}

export function makeClient<Operations>(
  addresses: { readonly [Id in keyof Operations & string]: string },
  { spelling, base }: ClientOptions = {},
): Client<Operations> {
  const held = new Map<string, Held>()

  async function send(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    const known = method === 'GET' ? held.get(url) : undefined
    const response = await fetch(url, {
      method,
      headers: {
        'X-Service-Csrf': '1',
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
        ...(known && known.tag !== null && { 'If-None-Match': known.tag }),
      },
      ...(body !== undefined && {
        body: body instanceof Blob ? body : JSON.stringify(spelling?.()?.sent(body) ?? body),
      }),
      ...(signal && { signal }),
      cache: 'no-store',
      redirect: 'error',
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw unreachable()
    })
    if (response.status === 304 && known) return known.output
    const text = await response.text()
    if (response.ok && known?.text === text) return known.output
    const received = parsed(text)
    const output = shared(known?.output, spelling?.()?.received(received) ?? received)
    if (!response.ok) throw refusalOf(response, output)
    if (method === 'GET') hold(url, { tag: response.headers.get('ETag'), text, output })
    return output
  }

  function hold(url: string, response: Held): void {
    held.delete(url)
    held.set(url, response)
    const [oldest] = held.keys()
    if (held.size > heldResponses && oldest !== undefined) held.delete(oldest)
  }

  async function* stream(url: string, after: string | undefined, signal: AbortSignal) {
    const response = await fetch(url, {
      headers: {
        'X-Service-Csrf': '1',
        Accept: 'text/event-stream',
        ...(after !== undefined && { 'Last-Event-ID': after }),
      },
      signal,
      cache: 'no-store',
      redirect: 'error',
    }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw unreachable()
    })
    if (!response.ok || !response.body) throw refusalOf(response, parsed(await response.text()))
    yield* eventsOf(response.body.pipeThrough(new TextDecoderStream()))
  }

  return {
    stream,
    async call(id, input, signal) {
      const { path = {}, query = {}, body } = input as { path?: object; query?: object; body?: unknown }
      const [method = '', template = ''] = addresses[id].split(' ')
      return (await send(
        method,
        `${base?.() ?? ''}${addressOf(template, path, (spelling?.()?.sent(query) ?? query) as object)}`,
        body,
        signal,
      )) as never
    },
    async post<Output>(path: string, body: unknown) {
      return (await send('POST', path, body)) as Output
    },
    forget: () => held.clear(),
  }
}

const unreachable = () =>
  new Refusal('The service could not be reached. Check the connection, then try again.', { status: 0 })

/** What has changed, with all that has not as the same objects as before: a list then draws only the rows that differ. */
export function shared(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return after
  if (Array.isArray(before) !== Array.isArray(after)) return after
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item, i) => shared(before[i], item))
    return items.length === before.length && items.every((item, i) => item === before[i]) ? before : items
  }
  const old = before as Record<string, unknown>
  const entries = Object.entries(after).map(([name, value]) => [name, shared(old[name], value)] as const)
  const isSame = entries.length === Object.keys(old).length && entries.every(([name, value]) => value === old[name])
  return isSame ? before : Object.fromEntries(entries)
}

async function* eventsOf(text: ReadableStream<string>): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = text.getReader()
  let rest = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + read.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
        const data = fields.get('data')
        if (data !== undefined) yield { event: fields.get('event') ?? 'message', id: fields.get('id'), data }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The address of an operation with its path and query filled in; what is undefined is left out. */
export function addressOf(template: string, path: object, query: object): string {
  const values = path as Record<string, unknown>
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  const text = parameters.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** Undefined where there is none, or something else stands there, such as the page of a proxy. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf({ status, headers }: Response, output: unknown): Refusal {
  const { message, code, details } = (output ?? {}) as Partial<Refusal>
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN)
  return new Refusal(message ?? 'The service sent an unexpected response.', {
    status,
    code,
    details: details ?? [],
    requestId: headers.get('X-Service-Request-Id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}
