/**
 * An article as a feed or an import brings it, brought into one form, whichever it was: with its canonical address, its
 * publisher's name, and claims of time that can be true.
 */
import type { CanonicalUrl } from '@service/reputation-domain/articles/canonical-url.ts'
import { canonicalUrl, publishedAddress } from '@service/reputation-domain/articles/canonical-url.ts'
import { outletOf } from '@service/reputation-domain/articles/outlet.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import { isCredible } from '@service/reputation-domain/articles/published-at.ts'

export type IncomingArticle = {
  /** The source's own id of it. */
  guid?: string
  url?: CanonicalUrl
  /** The address as its publisher gives it. */
  address?: string
  title: string
  text?: string
  outlet: string
  language?: string
  /** Milliseconds since 1970, as the source claims and as can be true. */
  published?: number
  updated?: number
  /** Of a sample, whose dates are shifted: the true date. */
  originalPublished?: number
}

/** Where articles come from, and for whom. */
export type Origin = {
  owner: Owner
  /** Within which the source's ids mean something: a feed's id, or `import`. */
  source: string
  feedId?: string
  sample?: boolean
  seenAt: Date
}

/** As a source says it, for this to be made of. */
export type Claims = {
  guid?: string | undefined
  url?: string | undefined
  title: string
  text?: string | undefined
  published?: number | undefined
  updated?: number | undefined
  /** Who published it, where the source passes it on. */
  outlet?: { name?: string | undefined; url?: string | undefined } | undefined
  language?: string | undefined
  /** Of the feed. */
  feedTitle?: string | undefined
}

/** `base` is what a relative address is relative to. Undefined for what says nothing. */
export function incomingArticle(claims: Claims, seenAt: Date, base?: string): IncomingArticle | undefined {
  const url = claims.url === undefined ? undefined : canonicalUrl(claims.url, base)
  const address = claims.url === undefined ? undefined : publishedAddress(claims.url, base)
  const { title, outlet } = outletOf({
    title: claims.title,
    host: url?.host ?? '',
    source: claims.outlet,
    feedTitle: claims.feedTitle,
  })
  if (title.trim() === '') return undefined
  const firstSeen = seenAt.getTime()
  const { guid, text, published, updated, language } = claims
  return {
    title: title.trim(),
    outlet,
    ...(guid && { guid }),
    ...(url && { url }),
    ...(url && address && { address }),
    ...(text && { text }),
    ...(isCredible(published, firstSeen) && { published }),
    ...(isCredible(updated, firstSeen) && { updated }),
    ...(language && { language }),
  }
}
