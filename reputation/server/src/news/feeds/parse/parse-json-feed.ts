/** JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1). An item that breaks the format is left out, not the feed. */

import { tidyText } from '@service/foundation/text/tidy-text.ts'
import { readFeedDate } from '@service/reputation-domain/articles/feed-date.ts'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { plainText } from '../../text/plain-text.ts'
import { type FeedItem, FeedRefused, feedLimits, type ParsedFeed } from './parsed-feed.ts'

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const JsonItem = Type.Object({
  // The format asks for a text; programs write numbers.
  id: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
  url: Text,
  external_url: Text,
  title: Text,
  content_html: Text,
  content_text: Text,
  summary: Text,
  date_published: Text,
  date_modified: Text,
  language: Text,
  author: Type.Optional(Type.Unknown()),
  authors: Type.Optional(Type.Unknown()),
})

const JsonFeed = Type.Object({
  version: Type.String({ pattern: '^https?://(?:www\\.)?jsonfeed\\.org/version/[0-9.]+$' }),
  items: Type.Array(Type.Unknown()),
  title: Type.Optional(Type.Unknown()),
  home_page_url: Type.Optional(Type.Unknown()),
  language: Type.Optional(Type.Unknown()),
})

const [feedForm, itemForm] = [Compile(JsonFeed), Compile(JsonItem)]
const nameForm = Compile(Type.Object({ name: Type.String() }))

export function parseJsonFeed(text: string, address?: string): ParsedFeed {
  const feed = parsed(text)
  if (!feedForm.Check(feed)) {
    throw new FeedRefused(
      'not-a-feed',
      'The document is JSON, but no JSON Feed: it has no version of that name, or no items.',
    )
  }
  const siteUrl = absolute(asText(feed.home_page_url), address)
  const language = asText(feed.language)
  return {
    format: 'json',
    version: feed.version.slice(feed.version.lastIndexOf('/') + 1),
    title: plainText(asText(feed.title), feedLimits.titleLength),
    ...(siteUrl && { siteUrl }),
    ...(language && { language: tidyText(language, 35) }),
    items: feed.items
      .slice(0, feedLimits.items)
      .flatMap((item) => (itemForm.Check(item) ? [itemOf(item, address)] : [])),
    ...(feed.items.length > feedLimits.items && { cut: 'too-many-items' as const }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FeedRefused('invalid-json', 'The document begins like JSON and is damaged or cut off.', { cause })
  }
}

function itemOf(item: Static<typeof JsonItem>, address: string | undefined): FeedItem {
  const guid = tidyText(String(item.id ?? ''), feedLimits.addressLength)
  const url = absolute(item.url ?? item.external_url ?? (/^https?:/i.test(guid) ? guid : ''), address)
  const body = item.content_text ?? item.content_html ?? item.summary ?? ''
  const [published, updated] = [readFeedDate(item.date_published ?? ''), readFeedDate(item.date_modified ?? '')]
  const author = [item.authors, item.author].flat().find((each) => nameForm.Check(each))
  return {
    ...(guid && { guid }),
    ...(url && { url }),
    title: plainText(item.title ?? '', feedLimits.titleLength),
    text: plainText(body, feedLimits.textLength),
    ...(published !== undefined && { published }),
    ...(updated !== undefined && { updated }),
    ...(author && { author: tidyText(author.name, 200) }),
    ...(item.language && { language: tidyText(item.language, 35) }),
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function absolute(link: string, address: string | undefined): string | undefined {
  return link === '' || link.length > feedLimits.addressLength ? undefined : URL.parse(link.trim(), address)?.href
}
