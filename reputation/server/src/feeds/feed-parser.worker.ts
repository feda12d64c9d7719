import { parentPort } from 'node:worker_threads'
import { type FeedDocument, parseFeed } from './parse-feed.ts'
import { type FeedErrorCode, FeedRefused, type ParsedFeed } from './parsed-feed.ts'

/** A refusal crosses threads as data: an error would arrive there as a plain `Error`. */
export type ParserAnswer =
  | { kind: 'parsed'; feed: ParsedFeed }
  | { kind: 'refused'; code: FeedErrorCode; message: string }
  | { kind: 'failed'; error: Error }

parentPort!.on('message', async (document: FeedDocument) => parentPort!.postMessage(await answer(document)))

async function answer(document: FeedDocument): Promise<ParserAnswer> {
  try {
    return { kind: 'parsed', feed: await parseFeed(document) }
  } catch (error) {
    if (error instanceof FeedRefused) return { kind: 'refused', code: error.code, message: error.message }
    return { kind: 'failed', error: error as Error }
  }
}
