/**
 * RSS, RDF and Atom. The parser underneath reads elements, well-formed or not; what they mean is decided here, so that
 * dates stay as written and no text is judged twice. Entities of a document's own are never expanded.
 */
import { Readable } from 'node:stream'
import { minuteMs } from '@service/foundation/duration.ts'
import { tidyText } from '@service/foundation/text/tidy-text.ts'
import { readFeedDate } from '@service/reputation-domain/articles/feed-date.ts'
import FeedParser from 'feedparser'
import { plainText } from '../../text/plain-text.ts'
import { withoutBareAmpersands } from './bare-ampersands.ts'
import { type FeedItem, FeedRefused, feedLimits, type ParsedFeed } from './parsed-feed.ts'
import { allTextOf, attributeOf, nodesOf, textOf, type XmlNode } from './xml-node.ts'
import { fromRoot } from './xml-root.ts'

/** `address` is the feed's own, for links relative to it. */
export async function parseXmlFeed(text: string, address?: string): Promise<ParsedFeed> {
  const document = withoutBareAmpersands(fromRoot(text))
  const parser = new FeedParser({ normalize: false, addmeta: false, MAX_BUFFER_LENGTH: feedLimits.bytes })
  const nodes: XmlNode[] = []
  let failure: unknown
  try {
    Readable.from(pieces(document, parser))
      .on('error', (error) => parser.destroy(error))
      .pipe(parser)
    for await (const node of parser) {
      nodes.push(node as unknown as XmlNode)
      if (nodes.length >= feedLimits.items) break
    }
  } catch (error) {
    failure = error // What was read before it is kept.
  }
  if (failure instanceof FeedRefused) throw failure
  const meta = parser.meta as unknown as XmlNode & { '#type'?: ParsedFeed['format']; '#version'?: string }
  const format = meta['#type']
  if (!format) throw new FeedRefused('not-a-feed', 'The document is neither RSS, RDF nor Atom.', { cause: failure })
  return {
    ...feedOf(meta, format, address),
    items: nodes.map((node) => itemOf(node, format, address)),
    ...(nodes.length >= feedLimits.items
      ? { cut: 'too-many-items' as const }
      : (failure !== undefined || !isClosed(document)) && { cut: 'file-ends-early' as const }),
  }
}

const pieceLength = 64 * 1024

function* pieces(document: string, parser: FeedParser): Generator<string> {
  for (let at = 0; at < document.length; at += pieceLength) {
    yield document.slice(at, at + pieceLength)
    const { stack } = parser as unknown as { stack: unknown[] }
    if (stack.length > feedLimits.depth) throw new FeedRefused('too-deep', 'The document nests elements without end.')
  }
}

const isClosed = (document: string): boolean =>
  /<\/(?:[\w.-]+:)?(?:rss|rdf|feed)\s*>|^<[^>]*\/>/i.test(document.slice(-2_000))

function feedOf(meta: XmlNode, format: ParsedFeed['format'], address: string | undefined): Omit<ParsedFeed, 'items'> {
  const own = (name: string) => nodesOf(meta, `${format}:${name}`)
  const siteUrl = linkOf(meta, format, address, [])
  const language =
    textOf(own('language')[0]) || textOf(nodesOf(meta, 'dc:language')[0]) || ownAttribute(meta, format, 'xml:lang')
  const minIntervalMs = wishedInterval(meta, format)
  const skipHours = wishedHours(own('skiphours')[0])
  return {
    format,
    version: String(meta['#version'] ?? ''),
    title: plainText(allTextOf(own('title')[0]), feedLimits.titleLength),
    ...(siteUrl && { siteUrl }),
    ...(language && { language: tidyText(language, 35) }),
    ...(minIntervalMs && { minIntervalMs }),
    ...(skipHours.length > 0 && { skipHours }),
  }
}

function itemOf(node: XmlNode, format: ParsedFeed['format'], address: string | undefined): FeedItem {
  const own = (...names: string[]) =>
    names.flatMap((name) => nodesOf(node, name.includes(':') ? name : `${format}:${name}`))
  const first = (...names: string[]) =>
    own(...names)
      .map(textOf)
      .find(Boolean) ?? ''
  const date = (...names: string[]) =>
    own(...names)
      .map((each) => readFeedDate(textOf(each)))
      .find((each) => each !== undefined)
  const guid = first('guid', 'id', 'atom:id') || ownAttribute(node, format, 'about')
  const url =
    linkOf(node, format, address) ??
    permalink(own('guid')[0], guid) ??
    enclosure(own('enclosure', 'media:content')[0], address)
  const published = date(
    'pubdate',
    'published',
    'issued',
    'atom:published',
    'dc:date',
    'dcterms:issued',
    'dcterms:created',
    'created',
  )
  const updated = date('updated', 'modified', 'atom:updated', 'dcterms:modified')
  const source = sourceOf(own('source')[0])
  const author = first('author', 'dc:creator', 'itunes:author') || textOf(nodesOf(own('author')[0], 'name')[0])
  const language = first('dc:language', 'language') || ownAttribute(node, format, 'xml:lang')
  return {
    ...(guid && { guid: tidyText(guid, feedLimits.addressLength) }),
    ...(url && { url }),
    title: plainText(
      own('title', 'dc:title', 'media:title')
        .map((each) => allTextOf(each))
        .find(Boolean) ?? '',
      feedLimits.titleLength,
    ),
    text: plainText(
      longest(own('content:encoded', 'content', 'description', 'summary', 'itunes:summary', 'media:description')),
      feedLimits.textLength,
    ),
    ...(published !== undefined && { published }),
    ...(updated !== undefined && { updated }),
    ...(source && { source }),
    ...(author && { author: plainText(author, 200) }),
    ...(language && { language: tidyText(language, 35) }),
  }
}

const longest = (nodes: readonly XmlNode[]): string =>
  nodes.map((node) => allTextOf(node)).reduce((one, other) => (other.length > one.length ? other : one), '')

/** The original behind FeedBurner's, the article's own page, the item's address, in this order. */
function linkOf(
  node: XmlNode,
  format: ParsedFeed['format'],
  address: string | undefined,
  fallback: readonly string[] = ['self'],
): string | undefined {
  const original = textOf(nodesOf(node, 'feedburner:origlink')[0])
  if (original) return absolute(original, address)
  const links = [`${format}:link`, 'atom:link', 'atom10:link'].flatMap((name) => nodesOf(node, name))
  const hrefs = (relation: string) =>
    links
      .filter((link) => (attributeOf(link, 'rel') || 'alternate') === relation && attributeOf(link, 'href'))
      // A page for readers rather than the item as a feed of its own.
      .sort((one, other) => Number(isForPrograms(one)) - Number(isForPrograms(other)))
      .map((link) => attributeOf(link, 'href'))
  const written = links.map(textOf).filter(Boolean)
  const [found] = [...hrefs('canonical'), ...written, ...['alternate', ...fallback].flatMap(hrefs)]
  return found ? absolute(found, address) : undefined
}

const isForPrograms = (link: XmlNode): boolean => /\b(?:atom|rss|rdf|json)\b/i.test(attributeOf(link, 'type'))

/** A GUID is an address unless it says that it is none; many say nothing and are none. */
function permalink(node: XmlNode | undefined, guid: string): string | undefined {
  if (!node || attributeOf(node, 'ispermalink').toLowerCase() === 'false') return undefined
  return /^https?:\/\//i.test(guid) ? guid : undefined
}

function enclosure(node: XmlNode | undefined, address: string | undefined): string | undefined {
  const url = node && attributeOf(node, 'url')
  return url ? absolute(url, address) : undefined
}

function absolute(link: string, address: string | undefined): string | undefined {
  if (link.length > feedLimits.addressLength) return undefined
  return URL.parse(link.trim(), address)?.href
}

/** `<source url="…">Reuters</source>`, or Atom's `<source>` with a title and links of its own. */
function sourceOf(node: XmlNode | undefined): FeedItem['source'] | undefined {
  if (!node) return undefined
  const name = plainText(textOf(node) || textOf(nodesOf(node, 'title')[0]), 200)
  const url = attributeOf(node, 'url') || attributeOf(nodesOf(node, 'link')[0], 'href')
  return name || url
    ? { ...(name && { name }), ...(url && { url: tidyText(url, feedLimits.addressLength) }) }
    : undefined
}

const periodMs: Readonly<Record<string, number>> = {
  hourly: 60 * minuteMs,
  daily: 1_440 * minuteMs,
  weekly: 10_080 * minuteMs,
  monthly: 43_200 * minuteMs,
  yearly: 525_600 * minuteMs,
}

function wishedInterval(meta: XmlNode, format: ParsedFeed['format']): number | undefined {
  const minutes = Number.parseInt(textOf(nodesOf(meta, `${format}:ttl`)[0]), 10)
  if (minutes > 0) return minutes * minuteMs
  const period = periodMs[textOf(nodesOf(meta, 'syn:updateperiod')[0]).toLowerCase()]
  const frequency = Number.parseInt(textOf(nodesOf(meta, 'syn:updatefrequency')[0]) || '1', 10)
  return period && frequency > 0 ? Math.round(period / frequency) : undefined
}

function wishedHours(node: XmlNode | undefined): number[] {
  const hours = nodesOf(node, 'hour').map((hour) => Number.parseInt(textOf(hour), 10) % 24) // some count from 1 to 24
  return [...new Set(hours)].filter((hour) => hour >= 0).sort((one, other) => one - other)
}

/** The attributes of a feed or an item itself stand among its children, under the name `atom:@`. */
const ownAttribute = (node: XmlNode, format: ParsedFeed['format'], name: string): string =>
  attributeOf({ '@': node[`${format}:@`] }, name)
