import { parentPort } from 'node:worker_threads'
import { type FeedDocument, parseFeed } from './parse-feed.ts'
import { type FeedErrorCode, FeedRefused, type ParsedFeed } from './parsed-feed.ts'

/** A refusal crosses threads as data: an error would arrive there as a plain `Error`. */
export type ParserAnswer =
  | { kind: 'parsed'; feed: ParsedFeed }
  | { kind: 'refused'; code: FeedErrorCode; message: string }
  | { kind: 'failed'; error: Error }

/** The word ends the thread behind what it has been given before. */
export type ToParser = FeedDocument | 'close'

const port = parentPort!
let working: Promise<unknown> = Promise.resolve()

port.on('message', (message: ToParser) => {
  working = working.then(async () => {
    if (message === 'close') port.close()
    else port.postMessage(await answer(message))
  })
})

async function answer(document: FeedDocument): Promise<ParserAnswer> {
  try {
    return { kind: 'parsed', feed: await parseFeed(document) }
  } catch (error) {
    if (error instanceof FeedRefused) return { kind: 'refused', code: error.code, message: error.message }
    return { kind: 'failed', error: error as Error }
  }
}
