/**
 * The guard's judgement of an address as written; what its host resolves to is judged at every connection. The text is
 * read by `URL` alone, which is how the request will read it, so other spellings of a host (`0x7f.1`, `2130706433`,
 * full-width digits, percent-encoding) have become the usual one before anything is compared.
 */
import { isIP } from 'node:net'
import type { AddressRange } from './address.ts'
import { isBlockedPort } from './blocked-ports.ts'
import { isInsideName, isMetadataName, isWellFormedName } from './host-names.ts'
import { refusalOfAddress } from './judge-address.ts'

/** What the operator lets through beside the public internet and https. */
export type OutboundPolicy = { allowed: readonly AddressRange[]; allowHttp: boolean }

/** `host` is a name, or an address without brackets; `path` includes the query. */
export type Target = { origin: string; host: string; path: string; isLiteral: boolean }
export type JudgedUrl = { target: Target; fault?: undefined } | { fault: string; target?: undefined }

const longest = 2_000
const unreadable = { fault: 'must be an address such as https://example.com/webhooks' }

export function judgeUrl(text: string, policy: OutboundPolicy): JudgedUrl {
  if (text.length > longest) return { fault: `must have at most ${longest} characters` }
  if (!text.isWellFormed() || /[\s\p{Cc}\\]/u.test(text)) {
    return { fault: 'must not contain spaces, control characters or backslashes' }
  }
  if (!URL.canParse(text)) return unreadable
  const url = new URL(text)
  const schemes = policy.allowHttp ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) {
    return { fault: `must begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}` }
  }
  if (!/^https?:\/\/[^/]/i.test(text)) return unreadable // `https:example.com`, which other programs read otherwise
  if (url.username !== '' || url.password !== '') return { fault: 'must not carry a user name or a password' }
  if (text.includes('#')) return { fault: 'must not have a fragment (#…), which is never sent' }
  if (url.port !== '' && isBlockedPort(Number(url.port))) {
    return { fault: `must not use port ${url.port}: 443, 80, and most from 1024 on can be used` }
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const fault = faultOfHost(host, policy)
  if (fault) return { fault }
  return { target: { origin: url.origin, host, path: `${url.pathname}${url.search}`, isLiteral: isIP(host) !== 0 } }
}

/**
 * Names of the inside are refused unheard, unless the operator lets us inside at all: then the addresses that they
 * resolve to decide. A dot at the end is refused because TLS and resolvers disagree on whether it is part of the name.
 */
function faultOfHost(host: string, { allowed }: OutboundPolicy): string | undefined {
  if (isIP(host) !== 0) {
    return refusalOfAddress(host, allowed) ? 'must not lead to an address inside a network' : undefined
  }
  if (!isWellFormedName(host)) return 'must have a host name of letters, digits, hyphens and single dots between them'
  const inside = isMetadataName(host) || (allowed.length === 0 && isInsideName(host))
  return inside ? 'must not lead to a host inside a network' : undefined
}
