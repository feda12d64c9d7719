/**
 * One feed's document from its site: asked for conditionally, redirects followed one by one through the guard, the
 * response put in words. Nothing is remembered here: see `next-poll.ts`.
 */

import type { HostRateLimit } from '@service/foundation/outbound/host-rate-limit.ts'
import type { Outbound, OutboundDocument } from '@service/foundation/outbound/outbound.ts'
import { hostOf, redirectTarget } from '@service/foundation/outbound/redirect-target.ts'
import type { PollState } from './next-poll.ts'
import { feedLimits } from './parse/parsed-feed.ts'
import type { PollErrorCode } from './poll-error.ts'

export type FetchDeps = { get: Outbound['get']; hosts: HostRateLimit; now: () => Date; userAgent: string }

export type FetchedFeed =
  | {
      kind: 'document'
      bytes: Uint8Array
      contentType?: string
      /** Where it was found, for links relative to it. */
      address: string
      validators: PollState['validators']
      movedTo?: string
      maxAgeMs?: number
    }
  | { kind: 'unchanged'; movedTo?: string; maxAgeMs?: number }
  | { kind: 'gone' }
  | { kind: 'failed'; code: PollErrorCode; message: string; retryAfterMs?: number }

const timeoutMs = 30_000
const sentBytes = 10 * 1024 * 1024
const maxRedirects = 5
const accept =
  'application/feed+json, application/atom+xml, application/rss+xml, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1'

/** `<name>/<version> (+<where to complain>)`: the owner of the site can see who polls it, and stop it. */
export const feedUserAgent = (version: string, contact: string): string => `ServiceReputation/${version} (+${contact})`

export async function fetchFeed(
  { address, validators }: Pick<PollState, 'address' | 'validators'>,
  { get, hosts, now, userAgent }: FetchDeps,
): Promise<FetchedFeed> {
  const headers = {
    'User-Agent': userAgent,
    Accept: accept,
    'Accept-Encoding': 'gzip, deflate, br',
    ...(validators.etag && { 'If-None-Match': validators.etag }),
    ...(validators.lastModified && { 'If-Modified-Since': validators.lastModified }),
  }
  let url = address
  let movedTo: string | undefined
  let onlyPermanent = true
  for (let redirects = 0; ; redirects++) {
    const response = await hosts.run(hostOf(url), () =>
      get({ url, headers, timeoutMs, maxBytes: sentBytes, maxInflatedBytes: feedLimits.bytes }),
    )
    if (response.kind === 'failed')
      return { kind: 'failed', code: response.error, message: failureWords[response.error] }
    if (![301, 302, 303, 307, 308].includes(response.status)) return read(response, url, movedTo, validators, now())
    if (redirects === maxRedirects)
      return failed('too-many-redirects', `The site redirects more than ${maxRedirects} times.`)
    const next = redirectTarget(response.headers, url)
    if (!next) return failed('bad-redirect', 'The site redirects to nowhere, or from https to http.')
    url = next
    onlyPermanent &&= response.status === 301 || response.status === 308
    if (onlyPermanent) movedTo = url // what follows a temporary redirect is temporary, too
  }
}

type Responded = Extract<OutboundDocument, { kind: 'answered' }>

function read(
  { status, headers, body }: Responded,
  address: string,
  movedTo: string | undefined,
  sent: PollState['validators'],
  now: Date,
): FetchedFeed {
  const maxAgeMs = readMaxAge(headers['cache-control'])
  const common = { ...(movedTo !== undefined && { movedTo }), ...(maxAgeMs !== undefined && { maxAgeMs }) }
  const wasConditional = sent.etag !== undefined || sent.lastModified !== undefined
  if (status === 304 && wasConditional) return { kind: 'unchanged', ...common }
  if (status === 410) return { kind: 'gone' }
  if (status !== 200) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now)
    const code = status === 429 || (status === 503 && retryAfterMs !== undefined) ? 'rate-limited' : 'http-status'
    return {
      ...failed(code, `The site responded with ${status}.`),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  const { etag, 'last-modified': lastModified, 'content-type': contentType } = headers
  return {
    kind: 'document',
    bytes: body,
    address,
    validators: { ...(etag && { etag }), ...(lastModified && { lastModified }) },
    ...(contentType && { contentType }),
    ...common,
  }
}

const failed = (code: PollErrorCode, message: string) => ({ kind: 'failed' as const, code, message })

/** Only a positive age says anything; `no-cache` and the like speak of caches, which this is none of. */
function readMaxAge(header = ''): number | undefined {
  const seconds = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/i.exec(header)?.[1]
  return seconds && Number(seconds) > 0 ? Number(seconds) * 1_000 : undefined
}

/** Seconds, or the date after which to come back. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}

/** Messages for people who read the state of a feed; `docs/feeds.md` says what to do. */
export const failureWords: Record<Extract<OutboundDocument, { kind: 'failed' }>['error'], string> = {
  'address-refused': 'The address is one that is not called.',
  'host-unresolved': 'The host’s name leads nowhere, or to addresses that are not called.',
  unreachable: 'The site cannot be reached.',
  'tls-failed': 'No secure connection to the site could be made: its certificate does not hold.',
  'timed-out': `The site did not respond within ${timeoutMs / 1_000} s.`,
  'invalid-answer': 'The site’s response is no HTTP.',
  'connection-closed': 'The site closed the connection before its response was complete.',
  'too-large': `The document is larger than ${sentBytes / 1024 / 1024} MiB as sent, or ${feedLimits.bytes / 1024 / 1024} MiB unpacked.`,
  'invalid-body': 'The document is compressed in a way that cannot be undone.',
}
