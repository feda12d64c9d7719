/**
 * The text of an article out of its page, where an operator has it fetched: what Readability takes for the article,
 * plain, and what the page says of itself. Pages past the limits, or that break the reader, have none.
 *
 * Takes milliseconds for an ordinary page and a second or two for the worst one: not for the thread that answers requests.
 */
import { Readability } from '@mozilla/readability'
import { siteOf } from '@service/reputation-domain/articles/site.ts'
import { parseHTML } from 'linkedom'
import { tidyText } from '../feeds/tidy-text.ts'

export type ArticleText = {
  text: string
  title?: string
  /** The address that the page itself gives, if it is one of the same site. */
  canonicalUrl?: string
  language?: string
}

export const pageLimits = {
  length: 2_000_000,
  tags: 20_000,
  depth: 400,
  textLength: 50_000,
  fewestLetters: 200,
} as const

/** `address` is the page's own. Undefined where no article is found. */
export function articleText(html: string, address: string): ArticleText | undefined {
  if (html.length > pageLimits.length || !isModest(html)) return undefined
  const read = readPage(html)
  if (!read) return undefined
  const text = tidyText(read.text.replace(/\s+/g, ' '), pageLimits.textLength)
  if (text.length < pageLimits.fewestLetters) return undefined
  const canonicalUrl = sameSite(read.canonical, address)
  return {
    text,
    ...(read.title && { title: tidyText(read.title, 1_000) }),
    ...(canonicalUrl && { canonicalUrl }),
    ...(read.language && { language: tidyText(read.language, 35) }),
  }
}

/** The reader takes the square of what is nested, and more stack than there is. */
function isModest(html: string): boolean {
  let [tags, depth] = [0, 0]
  for (const [tag] of html.matchAll(/<\/?[a-z][a-z0-9]*/gi)) {
    if (++tags > pageLimits.tags) return false
    if (tag.startsWith('</')) depth = Math.max(0, depth - 1)
    else if (!unclosed.test(tag) && ++depth > pageLimits.depth) return false
  }
  return true
}

/** Elements that have no end, or that pages leave open. */
const unclosed = /^<(?:area|base|br|col|embed|hr|img|input|li|link|meta|option|p|param|source|td|th|tr|track|wbr)$/i

function readPage(html: string) {
  try {
    const { document } = parseHTML(html)
    const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? ''
    const canonical = attribute('link[rel="canonical"]', 'href') || attribute('meta[property="og:url"]', 'content')
    const language = attribute('html', 'lang')
    const article = new Readability(document, { maxElemsToParse: pageLimits.tags }).parse()
    return article && { text: article.textContent ?? '', title: article.title ?? '', canonical, language }
  } catch {
    return undefined // what breaks the reader is a page of its own making
  }
}

function sameSite(canonical: string, address: string): string | undefined {
  const [own, given] = [URL.parse(address), URL.parse(canonical, address)]
  if (!own || !given || canonical === '' || !/^https?:$/.test(given.protocol)) return undefined
  return siteOf(own.hostname) === siteOf(given.hostname) ? given.href : undefined
}
