import { parentPort } from 'node:worker_threads'
import { decodePage } from '../pages/decode-page.ts'
import { type FeedDocument, parseFeed } from './parse/parse-feed.ts'
import { type FeedErrorCode, FeedRefused, type ParsedFeed } from './parse/parsed-feed.ts'

/** A refusal crosses threads as data: an error would arrive there as a plain `Error`. */
export type ParserResponse =
  | { kind: 'parsed'; feed: ParsedFeed }
  /** Undefined where the page holds no article. */
  | { kind: 'read'; text: string | undefined }
  | { kind: 'refused'; code: FeedErrorCode; message: string }
  | { kind: 'failed'; error: Error }

/** The word ends the thread behind what it has been given before. */
export type ToParser = { kind: 'feed' | 'page'; document: FeedDocument } | 'close'

const port = parentPort!
let working: Promise<unknown> = Promise.resolve()

port.on('message', (message: ToParser) => {
  working = working.then(async () => {
    if (message === 'close') port.close()
    else port.postMessage(await answer(message))
  })
})

async function answer({ kind, document }: Exclude<ToParser, 'close'>): Promise<ParserResponse> {
  try {
    if (kind === 'page') return { kind: 'read', text: await textOf(document) }
    return { kind: 'parsed', feed: await parseFeed(document) }
  } catch (error) {
    if (error instanceof FeedRefused) return { kind: 'refused', code: error.code, message: error.message }
    return { kind: 'failed', error: error as Error }
  }
}

/** The reader of pages is large, and most operators have none read. */
async function textOf(document: FeedDocument): Promise<string | undefined> {
  const { articleText } = await import('../pages/article-text.ts')
  return articleText(decodePage(document))
}
