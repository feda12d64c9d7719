/**
 * Feeds: RSS, Atom and JSON feeds, polled as they fall due, each by one process, whichever.
 *
 * A poll (`poll-feed.ts`) fetches the document (`fetch-feed.ts`), parses it in the thread of documents
 * (`feed-parser.ts`, `parse/`), and hands its items to the intake. When the feed is due again is decided by
 * `next-poll.ts`: as often as it has something new, and less often after failures. Pages of its articles are queued where
 * the platform's operator wants their text (`pages/`).
 */
import { startQueue } from '@service/foundation/jobs/listening-loop.ts'
import type { HostRateLimit } from '@service/foundation/outbound/host-rate-limit.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { makeFeedParser } from './feed-parser.ts'
import * as feeds from './feed-store.ts'
import { type PollDueDeps, pollDueFeeds } from './poll-due-feeds.ts'
import { makePollFeed } from './poll-feed.ts'

export { feedCommands } from './feed-commands.ts'
export { type FeedDeps, feedRoutes } from './feeds.routes.ts'

type Options = Omit<PollDueDeps, 'pollFeed'> & {
  get: Outbound['get']
  hosts: HostRateLimit
  /** The thread of documents. */
  documents: WorkerThread
  userAgent: string
  /** In [0, 1). */
  random: () => number
}

const pollEveryMs = 30_000

export async function startFeeds(options: Options): Promise<{ stop(): Promise<void> }> {
  const { now, get, userAgent, random, hosts, documents } = options
  const pollFeed = makePollFeed({ get, userAgent, now, random, hosts, parse: makeFeedParser(documents) })
  return startQueue(options, feeds.feedsChanged, {
    endLeases: feeds.endLeases,
    work: () => pollDueFeeds({ ...options, pollFeed }),
    nextDueAt: feeds.nextPollAt,
    pollEveryMs,
    failure: 'feeds could not be polled',
  })
}
