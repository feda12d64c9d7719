/** One article's page from its site, redirects followed one by one through the guard. */

import type { HostRateLimit } from '@service/foundation/outbound/host-rate-limit.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { hostOf, redirectTarget } from '@service/foundation/outbound/redirect-target.ts'

export type PageDeps = { get: Outbound['get']; hosts: HostRateLimit; userAgent: string }

export type FetchedPage =
  | { kind: 'page'; bytes: Uint8Array; contentType: string }
  /** `again`: it may be there later. */
  | { kind: 'failed'; why: string; again: boolean }

const timeoutMs = 20_000
const maxBodyBytes = 2 * 1024 * 1024
const maxRedirects = 5
/** Of the site or of the way to it, and not of the page. */
const passing: readonly string[] = ['unreachable', 'timed-out', 'connection-closed']

export async function fetchPage(address: string, { get, hosts, userAgent }: PageDeps): Promise<FetchedPage> {
  const headers = {
    'User-Agent': userAgent,
    Accept: 'text/html, application/xhtml+xml',
    'Accept-Encoding': 'gzip, deflate, br',
  }
  let url = address
  for (let redirects = 0; ; redirects++) {
    const response = await hosts.run(hostOf(url), () =>
      get({ url, headers, timeoutMs, maxBytes: maxBodyBytes, maxInflatedBytes: maxBodyBytes }),
    )
    if (response.kind === 'failed')
      return { kind: 'failed', why: response.error, again: passing.includes(response.error) }
    const { status, body } = response
    const contentType = response.headers['content-type'] ?? ''
    if (status === 200 && /html|^$/i.test(contentType)) return { kind: 'page', bytes: body, contentType }
    if (status === 200) return { kind: 'failed', why: 'no page', again: false }
    const next = [301, 302, 303, 307, 308].includes(status) ? redirectTarget(response.headers, url) : undefined
    if (!next) return { kind: 'failed', why: `status ${status}`, again: status === 429 || status >= 500 }
    if (redirects === maxRedirects) return { kind: 'failed', why: 'too many redirects', again: false }
    url = next
  }
}
