/**
 * Feeds: RSS, Atom and JSON feeds, polled as they fall due, each by one process, whichever.
 *
 * A poll (`poll-feed.ts`) fetches the document (`fetch-feed.ts`), parses it in the thread of documents
 * (`feed-parser.ts`, `parse/`), and hands its items to the intake. When the feed is due again is decided by
 * `next-poll.ts`: as often as it has something new, and less often after failures. A search at GDELT (`gdelt/`) is polled
 * page by page, at the pace that GDELT allows. Pages of its articles are queued where
 * the platform's operator wants their text (`pages/`).
 */
import { type ListeningLoop, startQueue } from '@service/foundation/jobs/listening-loop.ts'
import type { HostRateLimit } from '@service/foundation/outbound/host-rate-limit.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { makeFeedParser } from './feed-parser.ts'
import * as feeds from './feed-store.ts'
import { makePollGdelt } from './gdelt/poll-gdelt.ts'
import { DuePolls, type PollDueDeps } from './poll-due-feeds.ts'
import { makePollFeed } from './poll-feed.ts'

export { feedCommands } from './feed-commands.ts'
export { type FeedDeps, feedRoutes } from './feeds.routes.ts'
export { defaultGdeltUrl } from './gdelt/gdelt-search.ts'

type Options = Omit<PollDueDeps, 'pollFeed' | 'pollGdelt'> & {
  get: Outbound['get']
  hosts: HostRateLimit
  /** The thread of documents. */
  documents: WorkerThread
  userAgent: string
  gdeltUrl: string
  /** In [0, 1). */
  random: () => number
}

const pollEveryMs = 30_000

export async function startFeeds(options: Options): Promise<{ stop(): Promise<void> }> {
  const { now, get, userAgent, random, hosts, documents } = options
  const pollFeed = makePollFeed({ get, userAgent, now, random, hosts, parse: makeFeedParser(documents) })
  let loop: ListeningLoop | undefined
  const polls = new DuePolls({ ...options, pollFeed, pollGdelt: makePollGdelt(options) }, () => loop?.wake())
  const started = await startQueue(options, feeds.feedsChanged, {
    endLeases: feeds.endLeases,
    work: () => polls.begin(),
    nextDueAt: () => polls.nextDueAt(),
    pollEveryMs,
    failure: 'feeds could not be polled',
  })
  loop = started
  return {
    async stop() {
      await started.stop()
      await polls.ended()
    },
  }
}
