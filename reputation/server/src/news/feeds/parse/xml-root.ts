/**
 * Finds where the feed begins in an XML text, behind declarations, comments and what programs print before it by
 * mistake, and sees to it that its root has the namespace by which it is recognised.
 */
import { FeedRefused } from './parsed-feed.ts'

const atom = 'http://www.w3.org/2005/Atom'
const atomNamespaces = new Set([atom, 'http://purl.org/atom/ns#'])
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** A root tag is a few hundred letters long; one with fifty namespaces some thousands. */
const maxRootTagLength = 20_000
/** How far behind warnings and blank lines a feed is looked for. */
const deepestRoot = 100_000

/** The text from the root element on. What stands before it, a DOCTYPE with entities of its own included, is dropped. */
export function fromRoot(text: string): string {
  const prologue = skipPrologue(text)
  const rest = text.slice(prologue, prologue + deepestRoot)
  if (rest === '') throw new FeedRefused('empty', 'The document is empty.')
  const found = rootTag.exec(rest)
  // A page may speak of feeds further on; warnings that a program prints before its feed hold no such tags.
  if (pageTag.test(found ? rest.slice(0, found.index) : rest)) {
    throw new FeedRefused('html-page', `The document is an HTML page, not a feed.${feedNamedIn(text)}`)
  }
  if (!found) throw new FeedRefused('not-a-feed', 'The document is neither RSS, RDF, Atom nor JSON Feed.')
  const start = prologue + found.index
  const end = text.slice(start, start + maxRootTagLength).search(/>/)
  if (end === -1) throw new FeedRefused('not-a-feed', 'The document ends, or goes astray, within its first tag.')
  const tag = text.slice(start, start + end + 1)
  return withNamespace(tag) + text.slice(start + end + 1)
}

/** A page names the site's feed in its head, as browsers and feed readers expect. */
function feedNamedIn(page: string): string {
  for (const [tag] of page.slice(0, deepestRoot).matchAll(/<link\s[^<>]{0,2000}>/gi)) {
    const address = /\shref\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1]
    if (address && /type\s*=\s*["']?application\/(?:rss|atom|feed)\+(?:xml|json)/i.test(tag))
      return ` It names one: ${address.slice(0, 500)}`
  }
  return ''
}

const pageTag = /<(?:html|head|body|title|script|div)[\s>]/i
const rootTag = /<(?:[\w.-]+:)?(?:rss|rdf|feed)(?=[\s>/])/i

function skipPrologue(text: string): number {
  let at = 0
  for (;;) {
    at += /^\s*/.exec(text.slice(at, at + deepestRoot))![0].length
    let end: number
    if (text.startsWith('<?', at)) end = after(text, '?>', at)
    else if (text.startsWith('<!--', at)) end = after(text, '-->', at)
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) {
      end = endOfDoctype(text, at)
    } else return at
    if (end === -1) return at
    at = end
  }
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length
}

/** An internal subset stands in brackets, which end before the `>` that counts. */
function endOfDoctype(text: string, from: number): number {
  const [close, open] = [text.indexOf('>', from), text.indexOf('[', from)]
  return open === -1 || (close !== -1 && close < open) ? (close === -1 ? -1 : close + 1) : after(text, ']>', open)
}

function withNamespace(tag: string): string {
  const [, prefix = '', name] = /^<([\w.-]+:)?(\w+)/.exec(tag)!
  const attribute = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
  if (/^rss$/i.test(name!)) return tag
  const declared = new RegExp(`\\s${attribute.replaceAll('.', '\\.')}\\s*=\\s*(["'])(.*?)\\1`, 'is')
  const [given, , namespace] = declared.exec(tag) ?? []
  const isFeed = /^feed$/i.test(name!)
  const right = isFeed ? atom : rdf
  if (namespace !== undefined && (isFeed ? atomNamespaces.has(namespace) : namespace === rdf)) return tag
  if (given !== undefined) return tag.replace(given, ` ${attribute}="${right}"`)
  return tag.replace(/^<[\w.:-]+/, (start) => `${start} ${attribute}="${right}"`)
}
