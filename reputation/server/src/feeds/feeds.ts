/** Feeds in the background: polled as they fall due, one poll of each at a time, in whatever process. */
import { repeat } from '@service/foundation/jobs/repeat.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { makeWaker } from '../pipeline/waker.ts'
import { makeFeedParser } from './feed-parser.ts'
import * as feeds from './feed-store.ts'
import { makeHostTurns } from './host-turns.ts'
import { type PollDueDeps, pollDueFeeds } from './poll-due-feeds.ts'
import { makePollFeed } from './poll-feed.ts'

type Options = Omit<PollDueDeps, 'pollFeed'> & {
  get: Outbound['get']
  userAgent: string
  /** In [0, 1). */
  random: () => number
}

/** For what was announced while nobody listened. */
const longestPauseMs = 30_000

export async function startFeeds({ get, userAgent, random, ...options }: Options): Promise<{ close(): Promise<void> }> {
  const { db, now, log } = options
  const stop = new AbortController()
  const parser = makeFeedParser()
  const pollFeed = makePollFeed({ get, userAgent, now, random, parse: parser.parse, turns: makeHostTurns() })
  const waker = makeWaker(feeds.feedsChanged, longestPauseMs)
  if (db.engine === 'embedded') await feeds.endLeases(db.connection)

  async function pollAllDue(): Promise<number> {
    while (!stop.signal.aborted && (await pollDueFeeds({ ...options, pollFeed })) > 0) {}
    const next = await feeds.nextPollAt(db.connection)
    return next ? Math.max(0, next.getTime() - now().getTime()) : longestPauseMs
  }

  const polling = repeat(async () => {
    const pauseMs = await pollAllDue().catch((err) => {
      if (!stop.signal.aborted) log.error({ err }, 'feeds could not be polled')
      return longestPauseMs
    })
    await waker.wait(pauseMs, stop.signal)
    return 0
  }, stop.signal)
  const listener = await db.listen(feeds.feedsChanged, waker.wake)

  return {
    async close() {
      stop.abort()
      await parser.close()
      await polling
      await listener.close()
    },
  }
}
