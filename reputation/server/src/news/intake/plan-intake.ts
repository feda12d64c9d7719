/**
 * What is to be done with articles that come in: which are new, which are other versions of known ones, and which say
 * nothing new. Pure: the same articles in any order, in one document or in many, end in the same stored articles.
 */
import { createHash } from 'node:crypto'
import { canonicalUrl } from '@service/reputation-domain/articles/canonical-url.ts'
import { identify, identityKeys, type Observation } from '@service/reputation-domain/articles/identity.ts'
import { publishedAt } from '@service/reputation-domain/articles/published-at.ts'
import { firstPublished, latest } from '@service/reputation-domain/articles/revision.ts'
import { siteOf } from '@service/reputation-domain/articles/site.ts'
import type { KnownArticles } from '../articles/article-store.ts'
import type { IncomingArticle, Origin } from '../model/incoming-article.ts'
import type { StoredArticle } from '../model/stored-article.ts'

/** `expired` is what is older than articles are kept for, or was once pruned. */
export type Fate = 'created' | 'updated' | 'unchanged' | 'expired'

export type IntakePlan = {
  /** New ones and changed ones, as they will be stored. */
  articles: StoredArticle[]
  /** What stood there before, of those that change. */
  before: ReadonlyMap<string, StoredArticle>
  /** By which they will be known again, beyond what is known already. */
  keys: { key: string; articleId: string }[]
  /** What becomes of each, in the order in which they came. */
  fates: Fate[]
}

/** The keys of each article of one document, strongest first. */
export const keysOf = (source: string, incoming: readonly IncomingArticle[]): string[][] =>
  identityKeys(source, incoming.map(observationOf)).map((keys) => keys.map(hashed))

const observationOf = ({ guid, url, title, text, published }: IncomingArticle): Observation => ({
  guid,
  url,
  title,
  lead: text,
  published,
})

/** The kind stays readable: an article is named by its address where it has one. */
const hashed = (key: string): string =>
  `${key.slice(0, key.indexOf(' '))}:${createHash('sha256').update(key).digest('base64url').slice(0, 24)}`

export function planIntake(
  origin: Origin,
  incoming: readonly IncomingArticle[],
  keys: readonly (readonly string[])[],
  known: KnownArticles,
  /** New articles from before are left out. */
  keptFrom = 0,
): IntakePlan {
  const added = new Map<string, string>()
  const idOf = (key: string) => added.get(key) ?? known.idByKey.get(key)
  const planned = new Map<string, StoredArticle>()
  const newKeys: IntakePlan['keys'] = []
  const fates = incoming.map((article, index): Fate => {
    const itsKeys = keys[index] ?? []
    const identified = identify(itsKeys, idOf)
    const id = identified ?? articleId(itsKeys)
    const before = planned.get(id) ?? known.byId.get(id)
    const after = before ? revised(before, storedAs(id, origin, article)) : storedAs(id, origin, article)
    if (!before && (identified !== undefined || after.publishedAt < keptFrom)) return 'expired'
    for (const key of itsKeys) {
      if (idOf(key) !== undefined) continue
      added.set(key, id)
      newKeys.push({ key, articleId: id })
    }
    if (before && (before.redacted || saysTheSame(before, after))) return 'unchanged'
    planned.set(id, after)
    return before ? 'updated' : 'created'
  })
  const before = [...planned.keys()].flatMap((id) => {
    const article = known.byId.get(id)
    return article ? [[id, article] as const] : []
  })
  return { articles: [...planned.values()], before: new Map(before), keys: newKeys, fates }
}

/** Of the address where there is one, for that is the same in every feed and import. */
function articleId(keys: readonly string[]): string {
  const name = keys.find((key) => key.startsWith('url:')) ?? keys[0]
  if (name === undefined) throw new RangeError('an article without a key')
  return `art_${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
}

function storedAs(
  id: string,
  { owner, feedId, sample = false, seenAt }: Origin,
  article: IncomingArticle,
): StoredArticle {
  const firstSeen = seenAt.getTime()
  const { title, text, url, address = url?.address, outlet, language, published, updated } = article
  return {
    id,
    owner,
    title,
    ...(text !== undefined && { text }),
    url: address ?? '',
    host: url?.host ?? '',
    outlet,
    ...(language !== undefined && { language }),
    publishedAt: publishedAt({ published, updated, firstSeen }),
    fetchedAt: firstSeen,
    feedId,
    sample,
    originalPublishedAt: article.originalPublished,
    claimedPublishedAt: published,
    claimedUpdatedAt: updated,
    seenAt: firstSeen,
  }
}

function revised(before: StoredArticle, after: StoredArticle): StoredArticle {
  const one = revisionOf(before)
  const other = revisionOf(after)
  const shown = latest(one, other).article
  const claimedPublishedAt = firstPublished([one, other])
  const fetchedAt = Math.min(before.fetchedAt, after.fetchedAt)
  const claims = { published: claimedPublishedAt, updated: shown.claimedUpdatedAt, firstSeen: fetchedAt }
  return {
    ...shown,
    ...addressOf(before, after, shown),
    outlet: outletOf(before, after, shown),
    fetchedAt,
    claimedPublishedAt,
    publishedAt: publishedAt(claims),
    feedId: before.feedId,
    // What is known to be real is no sample, whatever the sample holds.
    sample: before.sample && after.sample,
    ...(before.pageText !== undefined && { pageText: before.pageText }),
  }
}

/**
 * Sources give one page different addresses, with a parameter that names the source, say. Of those the shortest is shown,
 * so that two sources of an article do not change it again and again.
 */
function addressOf(
  one: StoredArticle,
  other: StoredArticle,
  shown: StoredArticle,
): Pick<StoredArticle, 'url' | 'host'> {
  const isSamePage = canonicalUrl(one.url)?.key === canonicalUrl(other.url)?.key
  const isFirst = one.url.length - other.url.length || (one.url < other.url ? -1 : 1)
  const { url, host } = isSamePage ? (isFirst <= 0 ? one : other) : shown
  return { url, host }
}

/** One source may know the name of an outlet of which another gives only the site. */
function outletOf(one: StoredArticle, other: StoredArticle, shown: StoredArticle): string {
  const isNamed = ({ outlet, host }: StoredArticle) => outlet !== '' && outlet !== siteOf(host)
  const named = [one, other].filter(isNamed)
  return named.length === 1 && named[0] ? named[0].outlet : shown.outlet
}

const revisionOf = (article: StoredArticle) => ({
  article,
  title: article.title,
  text: article.text,
  published: article.claimedPublishedAt,
  updated: article.claimedUpdatedAt,
  seen: article.seenAt,
})

/** When it was seen makes no version. */
function saysTheSame(before: StoredArticle, after: StoredArticle): boolean {
  const { seenAt: _before, ...one } = before
  const { seenAt: _after, ...other } = after
  return (Object.keys({ ...one, ...other }) as (keyof typeof one)[]).every((field) => one[field] === other[field])
}
