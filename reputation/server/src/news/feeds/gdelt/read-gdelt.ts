/** A response of GDELT's DOC 2.0 API as items of a feed. */
import type { FeedItem, ParsedFeed } from '../parse/parsed-feed.ts'
import { feedLimits } from '../parse/parsed-feed.ts'
import { pageSize } from './gdelt-search.ts'

export type GdeltPage =
  | {
      kind: 'articles'
      feed: ParsedFeed
      /** How many articles GDELT returned, readable or not. */
      count: number
      /** When GDELT saw the last of them. */
      lastSeen: Date | undefined
    }
  /** GDELT reports faults of a search as text, with status 200. */
  | { kind: 'refused'; message: string }
  | { kind: 'rate-limited' }

export function readGdelt(body: Uint8Array): GdeltPage {
  const text = new TextDecoder().decode(body).trim()
  const parsed = parseJson(text)
  if (parsed === undefined) {
    if (/limit requests/i.test(text)) return { kind: 'rate-limited' }
    return { kind: 'refused', message: `GDELT says: ${shortened(text)}` }
  }
  const { articles = [] } = parsed as { articles?: unknown }
  const rows = Array.isArray(articles) ? articles.slice(0, pageSize) : []
  const items = rows.flatMap((row) => itemOf(row) ?? [])
  const lastSeen = Math.max(...items.map(({ published }) => published ?? Number.NEGATIVE_INFINITY))
  return {
    kind: 'articles',
    feed: { format: 'json', version: 'gdelt', title: '', items },
    count: rows.length,
    lastSeen: Number.isFinite(lastSeen) ? new Date(lastSeen) : undefined,
  }
}

/** Titles are written into the JSON with whatever escapes they had. Undefined for what is no object. */
function parseJson(text: string): object | undefined {
  if (text === '') return {}
  const repaired = () =>
    text
      .replace(/\p{Cc}/gu, ' ')
      .replace(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g, (found) => (found.length > 1 ? found : '\\\\'))
  for (const attempt of [() => text, repaired]) {
    try {
      const value: unknown = JSON.parse(attempt())
      return typeof value === 'object' && value !== null ? value : undefined
    } catch {
      // Repaired once, or no JSON.
    }
  }
  return undefined
}

function itemOf(row: unknown): FeedItem | undefined {
  const { url, title, seendate, language } = (row ?? {}) as Record<string, unknown>
  if (typeof url !== 'string' || typeof title !== 'string' || url.length > feedLimits.addressLength) return undefined
  const seen = typeof seendate === 'string' ? readSeen(seendate) : Number.NaN
  const code = typeof language === 'string' ? languageCodes().get(language.toLowerCase()) : undefined
  return {
    url,
    title: tidied(title.slice(0, feedLimits.titleLength)),
    text: '',
    ...(!Number.isNaN(seen) && { published: seen }),
    ...(code !== undefined && { language: code }),
  }
}

/** `20261120T093000Z` */
function readSeen(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  return parts ? Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`) : Number.NaN
}

/** GDELT sets signs apart: "Acme , Inc . recalls widgets". */
const tidied = (title: string): string =>
  title
    .replace(/\s+([,.;:!?%)])(?=\s|$)/g, '$1')
    .replace(/([(])\s+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

const shortened = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

const coded =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv ' +
  'mk ml mn mr ms my ne nl no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te tg th tk tl tr uk ur uz vi zh'

let codes: ReadonlyMap<string, string> | undefined

/** GDELT names languages in English. */
function languageCodes(): ReadonlyMap<string, string> {
  codes ??= new Map(coded.split(' ').map((code) => [languageName(code).toLowerCase(), code]))
  return codes
}

/** `Spanish` */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
