/**
 * The text of an article out of its page: what Readability takes for the article, plain. Pages past the limits, or that
 * break the reader, have none.
 *
 * Takes milliseconds for an ordinary page and a second or two for the worst one: not for the thread that serves requests.
 */
import { Readability } from '@mozilla/readability'
import { tidyText } from '@service/foundation/text/tidy-text.ts'
import { parseHTML } from 'linkedom'

export const pageLimits = {
  length: 2_000_000,
  tags: 20_000,
  /** `<` and `&`, whatever follows: each begins a piece of text of its own. */
  marks: 40_000,
  depth: 400,
  textLength: 50_000,
  fewestLetters: 200,
} as const

/** Undefined where no article is found. */
export function articleText(html: string): string | undefined {
  if (html.length > pageLimits.length || !isModest(html)) return undefined
  const text = tidyText(readPage(html).replace(/\s+/g, ' '), pageLimits.textLength)
  return text.length < pageLimits.fewestLetters ? undefined : text
}

/** The reader takes the square of what is nested or torn to pieces, and more stack than there is. */
function isModest(html: string): boolean {
  if ((html.match(/[<&]/g)?.length ?? 0) > pageLimits.marks) return false
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

function readPage(html: string): string {
  try {
    const { document } = parseHTML(withBody(html))
    return new Readability(document, { maxElemsToParse: pageLimits.tags }).parse()?.textContent ?? ''
  } catch {
    return '' // what breaks the reader is a page of its own making
  }
}

const besidesBody = /<(?:!doctype|\/?html)[^<>]*>|<title[^<>]*>[^<]*<\/title>/gi

/** HTML may leave `<html>` and `<body>` out, and readers look for an article nowhere else. */
const withBody = (html: string): string =>
  /<body[\s>]/i.test(html) ? html : `<html><head></head><body>${html.replace(besidesBody, '')}</body></html>`
