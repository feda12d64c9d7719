import { type FeedDocument, parseFeed } from './parse/parse-feed.ts'
import { type FeedErrorCode, FeedRefused, type ParsedFeed } from './parse/parsed-feed.ts'

/** A refusal crosses threads as data: an error would arrive there as a plain `Error`. */
export type ParseResult =
  | { kind: 'parsed'; feed: ParsedFeed }
  | { kind: 'refused'; code: FeedErrorCode; message: string }

export async function run(document: FeedDocument): Promise<ParseResult> {
  try {
    return { kind: 'parsed', feed: await parseFeed(document) }
  } catch (error) {
    if (error instanceof FeedRefused) return { kind: 'refused', code: error.code, message: error.message }
    throw error
  }
}
