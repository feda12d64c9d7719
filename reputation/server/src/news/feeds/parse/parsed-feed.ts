/** What a feed says, whatever its format: plain values, nothing judged yet. */

export type ParsedFeed = {
  format: 'rss' | 'rdf' | 'atom' | 'json'
  /** As declared; empty where the feed does not say. */
  version: string
  title: string
  siteUrl?: string
  language?: string
  /** How the feed wishes to be asked: not before so long a time, and not in these hours (UTC). */
  minIntervalMs?: number
  skipHours?: number[]
  /** In the feed's order, which is newest first as a rule. */
  items: FeedItem[]
  /** Why there may be more items than these: the limit was reached, or the file ends early. */
  cut?: 'too-many-items' | 'file-ends-early'
}

export type FeedItem = {
  guid?: string
  /** Absolute wherever it could be made so. */
  url?: string
  /** Plain text, as the feed's address and text are; empty where the item has none. */
  title: string
  text: string
  /** Milliseconds since 1970, as claimed: not yet judged. */
  published?: number
  updated?: number
  /** Who published it, where the feed passes it on. */
  source?: { name?: string; url?: string }
  author?: string
  language?: string
}

/** A stranger's feed may hold anything; this is as much as is taken of it. Past them, texts are cut. */
export const feedLimits = {
  bytes: 50 * 1024 * 1024,
  items: 10_000,
  titleLength: 1_000,
  textLength: 50_000,
  addressLength: 4_096,
  /** Of elements within each other; feeds that never close theirs reach a few hundred. */
  depth: 5_000,
  parseMs: 15_000,
  memoryMb: 512,
} as const

/** Stable words, stored and shown; the message beside them is for people. */
export type FeedErrorCode =
  /** Nothing, or nothing but white space. */
  | 'empty'
  /** A page for browsers: the address is not the feed's, or the site shows an error, a login or a check for robots. */
  | 'html-page'
  | 'not-a-feed'
  /** Begins like JSON and is none. */
  | 'invalid-json'
  /** As sent or after decompression. */
  | 'too-large'
  | 'too-deep'
  /** Could not be read in the time, or the memory, that one feed is worth. */
  | 'too-costly'

export class FeedRefused extends Error {
  override readonly name = 'FeedRefused'
  readonly code: FeedErrorCode

  constructor(code: FeedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
