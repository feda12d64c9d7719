/**
 * Pages: the text of articles, for feeds whose operator wants it.
 *
 * The intake of a feed queues the pages of new articles (`queue/pages-due-store.ts`). They are fetched as they fall due
 * (`fetch-due-pages.ts`), read in the thread of documents (`page-reader.ts`, `article-text.ts`), and what they say is added
 * to the article, which is then analysed again (`add-page-text.ts`).
 */
import { startQueue } from '@service/foundation/jobs/listening-loop.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import * as pages from '../queue/pages-due-store.ts'
import { fetchDuePages, type PagesDeps } from './fetch-due-pages.ts'
import { makePageReader } from './page-reader.ts'

type Options = Omit<PagesDeps, 'readPage'> & {
  /** The thread of documents. */
  documents: WorkerThread
}

const pollEveryMs = 30_000

export async function startPages(options: Options): Promise<{ stop(): Promise<void> }> {
  const readPage = makePageReader(options.documents)
  return startQueue(options, pages.pagesChanged, {
    endLeases: pages.endLeases,
    work: () => fetchDuePages({ ...options, readPage }),
    nextDueAt: pages.nextDueAt,
    pollEveryMs,
    failure: 'pages of articles could not be fetched',
  })
}
