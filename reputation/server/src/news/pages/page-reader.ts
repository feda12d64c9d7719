import { threadTask } from '@service/foundation/threads/thread-task.ts'
import { ThreadEnded, type WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import type { EncodedText } from '../text/decode.ts'

/** The text of the article on a page; undefined where there is none, or where the page cannot be read in time. */
export type ReadPage = (page: EncodedText) => Promise<string | undefined>

const task = threadTask<typeof import('./read-page.task.ts')>(new URL('./read-page.task.ts', import.meta.url))

/** Reads pages in the thread of documents: the reader takes a second or two for the worst of them. */
export function makePageReader(thread: WorkerThread): ReadPage {
  return (page) =>
    thread.run(task, page).catch((error) => {
      if (error instanceof ThreadEnded && error.reason === 'closed') throw error
      return undefined
    })
}
