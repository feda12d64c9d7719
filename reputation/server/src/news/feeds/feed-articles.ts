import { type IncomingArticle, incomingArticle } from '../model/incoming-article.ts'
import type { FeedItem, ParsedFeed } from './parse/parsed-feed.ts'

/** A feed's items as articles; those that say nothing are left out. `address` is where the feed was fetched. */
export function feedArticles(feed: ParsedFeed, address: string, seenAt: Date): IncomingArticle[] {
  const base = feed.siteUrl ?? address
  return feed.items.flatMap((item) => incomingArticle(claimsOf(item, feed), seenAt, base) ?? [])
}

const claimsOf = ({ source, text, ...item }: FeedItem, { language, title }: ParsedFeed) => ({
  ...item,
  text: text === '' ? undefined : text,
  outlet: source,
  language: item.language ?? language,
  feedTitle: title,
})
