/**
 * Parses feeds in the thread of documents, so that a feed made to take long, or to fill the memory, costs that thread and
 * not the service.
 */
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import { ThreadEnded, type ThreadOptions, type WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import type { FeedDocument } from './parse/parse-feed.ts'
import { FeedRefused, feedLimits, type ParsedFeed } from './parse/parsed-feed.ts'

/** As feeds and pages need it: a stranger wrote what it reads. */
export const documentThread = {
  name: 'documents',
  timeoutMs: feedLimits.parseMs,
  memoryMb: feedLimits.memoryMb,
  idleMs: 60_000,
} satisfies ThreadOptions

/** Throws `FeedRefused`. */
export type ParseFeed = (document: FeedDocument) => Promise<ParsedFeed>

const task = threadTask<typeof import('./parse-feed.task.ts')>(new URL('./parse-feed.task.ts', import.meta.url))

export function makeFeedParser(thread: WorkerThread): ParseFeed {
  return async (document) => {
    const result = await thread.run(task, document).catch((error) => {
      if (!(error instanceof ThreadEnded) || error.reason === 'closed') throw error
      const { timeoutMs, memoryMb } = documentThread
      const message = `The document takes more than ${timeoutMs / 1_000} s or ${memoryMb} MB to read.`
      throw new FeedRefused('too-costly', message, { cause: error })
    })
    if (result.kind === 'refused') throw new FeedRefused(result.code, result.message)
    return result.feed
  }
}
