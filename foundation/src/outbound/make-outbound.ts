/**
 * Requests to addresses that customers gave, in four steps:
 *
 * 1. **The address as written** is judged before every request, and when it is saved (`judge-url.ts`).
 * 2. **The host's addresses** are judged at every connection, which leads to them and nowhere else (`resolve-host.ts`,
 *    `guarded-connector.ts`, `judge-address.ts`).
 * 3. **The exchange** has one limit of time and one of size for everything (`exchange.ts`).
 * 4. **What went wrong** is reported in words that reveal nothing of what is inside (`failure.ts`).
 *
 * Redirects are responses like any other, and HTTP/2 is not offered. Compressed responses to a post stay compressed; a
 * document that is asked for (`document-exchange.ts`) is unpacked, up to a limit. Connections are kept for the next
 * request of the same kind to the same origin, for some seconds and not too many of them.
 *
 * A proxy for outgoing requests would resolve names by itself, past this guard: then the proxy has to filter.
 */
import { Agent, type Dispatcher } from 'undici'
import { LruMap } from '../lru-map.ts'
import { readAddressRange } from './address.ts'
import { DocumentExchange } from './document-exchange.ts'
import { Exchange } from './exchange.ts'
import { makeGuardedConnector } from './guarded-connector.ts'
import { refusalOfAddress } from './judge-address.ts'
import { type JudgedUrl, judgeUrl, type OutboundPolicy, type Target } from './judge-url.ts'
import type { Outbound, OutboundDocument, OutboundGet, OutboundOutcome, OutboundPost } from './outbound.ts'
import { askNameServers, askSystem, makeHostLookup, type Resolve } from './resolve-host.ts'

export type OutboundOptions = {
  /** Ranges that may be called beside the public internet: `127.0.0.0/8`, `::1`. */
  allow: readonly string[]
  allowHttp: boolean
  /** In place of the machine's own. */
  resolve?: Resolve
  resolveLimitMs?: number
  connectLimitMs?: number
  /** Above this many open connections, each is closed after its response instead of being kept. */
  keptConnections?: number
}

const keptIdleMs = 4_000
/** More than may be under way at once: a receiver that hangs must not hold up others of its origin. */
const connectionsPerOrigin = 1_024
const headerBytes = 16 * 1024
const rememberedUrls = 2_000

/**
 * The bytes that a connection may bring for one request, with what the parser skips: more than any response takes that
 * is read to its end, with 64 kB of body, each byte in a chunk of its own, and eight hints with headers before it.
 */
const maxResponseBytes = 1024 * 1024
const largestDocument = 32 * 1024 * 1024
const maxDocumentResponseBytes = 2 * largestDocument

type Headers = Readonly<Record<string, string>>
/** Connections whose responses have the same limit of size. */
type Lane = { agent: Agent; isFull(): boolean }

const unresolved = 'must have a host whose name leads to addresses of the public internet, and to no others'

export function makeOutbound({
  allow,
  allowHttp,
  resolve,
  resolveLimitMs = 4_000,
  connectLimitMs = 11_000, // past every exchange's own limit, which then says what it was
  keptConnections = 512,
}: OutboundOptions): Outbound {
  const policy: OutboundPolicy = { allowed: allow.map(rangeOf), allowHttp }
  const { allowed } = policy
  const addressesOf = makeHostLookup(resolve ?? (allowed.length > 0 ? askSystem : askNameServers), resolveLimitMs)
  const openLane = (maxBytes: number): Lane => {
    const connector = makeGuardedConnector({ allowed, addressesOf, connectLimitMs, maxBytes })
    const agent = new Agent({
      connect: connector.connect,
      connections: connectionsPerOrigin,
      allowH2: false,
      keepAliveTimeout: keptIdleMs,
      keepAliveMaxTimeout: keptIdleMs,
      maxHeaderSize: headerBytes,
      headersTimeout: 0, // the exchange has a limit of its own, for everything
      bodyTimeout: 0,
    })
    return { agent, isFull: () => connector.openSockets() >= keptConnections }
  }
  const posts = openLane(maxResponseBytes)
  const documents = openLane(maxDocumentResponseBytes)
  const judged = new LruMap<string, JudgedUrl>(rememberedUrls)
  let underWay = 0
  let noneUnderWay: (() => void) | undefined

  function judge(url: string): JudgedUrl {
    const known = judged.get(url)
    if (known) return known
    const judgement = judgeUrl(url, policy)
    judged.set(url, judgement)
    return judgement
  }

  async function faultOf(url: string): Promise<string | undefined> {
    const { target, fault } = judgeUrl(url, policy)
    if (!target) return fault
    if (target.isLiteral) return undefined
    const addresses = await addressesOf(target.host).catch(() => [])
    const callable = addresses.length > 0 && addresses.every((address) => !refusalOfAddress(address, allowed))
    return callable ? undefined : unresolved
  }

  /** `begin` makes the exchange, which reports its outcome once. */
  function send<Outcome>(
    { agent, isFull }: Lane,
    request: { origin: string; path: string; method: 'GET' | 'POST'; headers: Headers; body?: string },
    begin: (settled: (end: Outcome | Error) => void) => Dispatcher.DispatchHandler,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const exchange = begin((end) => {
        if (--underWay === 0) noneUnderWay?.()
        if (end instanceof Error) reject(end)
        else resolve(end)
      })
      underWay++
      agent.dispatch(isFull() ? { ...request, reset: true } : request, exchange)
    })
  }

  async function post({ url, headers, body, timeoutMs }: OutboundPost): Promise<OutboundOutcome> {
    const { target } = judge(url)
    if (!target) return { kind: 'failed', error: 'address-refused', durationMs: 0 }
    const { origin, path } = target
    const request = { origin, path, method: 'POST' as const, headers, body }
    return send(posts, request, (settled) => new Exchange({ secure: isSecure(target), timeoutMs }, settled))
  }

  async function get({ url, headers, post: body, ...limits }: OutboundGet): Promise<OutboundDocument> {
    if (limits.maxBytes > largestDocument) throw new RangeError(`Documents have at most ${largestDocument} bytes.`)
    const { target } = judge(url)
    if (!target) return { kind: 'failed', error: 'address-refused', durationMs: 0 }
    const { origin, path } = target
    const request =
      body === undefined
        ? { origin, path, method: 'GET' as const, headers }
        : { origin, path, method: 'POST' as const, headers, body }
    return send(documents, request, (settled) => new DocumentExchange({ secure: isSecure(target), ...limits }, settled))
  }

  return {
    faultOf,
    post,
    get,
    async close() {
      if (underWay > 0) await new Promise<void>((resolve) => (noneUnderWay = resolve))
      await Promise.all([posts.agent.destroy(), documents.agent.destroy()])
    },
  }
}

const isSecure = ({ origin }: Target): boolean => origin.startsWith('https:')

function rangeOf(text: string) {
  const range = readAddressRange(text)
  if (!range) throw new RangeError(`${text} is neither an IP address nor a CIDR range.`)
  return range
}
