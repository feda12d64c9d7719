/** Feeds in the background, and pages of their articles: asked for as they fall due, each by one process, whichever. */
import { repeat } from '@service/foundation/jobs/repeat.ts'
import { makeHostTurns } from '@service/foundation/outbound/host-rate-limit.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { AddPageText } from '../pages/add-page-text.ts'
import { fetchDuePages } from '../pages/fetch-due-pages.ts'
import * as pages from '../queue/pages-due-store.ts'
import { makeWaker, type Waker } from '../queue/waker.ts'
import { makeFeedParser } from './feed-parser.ts'
import * as feeds from './feed-store.ts'
import { type PollDueDeps, pollDueFeeds } from './poll-due-feeds.ts'
import { makePollFeed } from './poll-feed.ts'

type Options = Omit<PollDueDeps, 'pollFeed'> & {
  get: Outbound['get']
  addPageText: AddPageText
  userAgent: string
  /** In [0, 1). */
  random: () => number
}

/** For what was announced while nobody listened. */
const longestPauseMs = 30_000

export async function startFeeds(options: Options): Promise<{ close(): Promise<void> }> {
  const { db, now, log, get, userAgent, random } = options
  const stop = new AbortController()
  const parser = makeFeedParser()
  const turns = makeHostTurns()
  const pollFeed = makePollFeed({ get, userAgent, now, random, parse: parser.parse, turns })
  if (db.engine === 'embedded') {
    await feeds.endLeases(db.connection)
    await pages.endLeases(db.connection)
  }

  /** Does all that is due, again and again, whenever something may have fallen due. */
  async function keepUp(waker: Waker, what: string, work: () => Promise<number>, nextAt: typeof feeds.nextPollAt) {
    const workOff = async (): Promise<number> => {
      while (!stop.signal.aborted && (await work()) > 0) {}
      const next = await nextAt(db.connection)
      return next ? Math.max(0, next.getTime() - now().getTime()) : longestPauseMs
    }
    const listener = await db.listen(waker.channel, waker.wake)
    const working = repeat(async () => {
      const pauseMs = await workOff().catch((err) => {
        if (!stop.signal.aborted) log.error({ err }, what)
        return longestPauseMs
      })
      await waker.wait(pauseMs, stop.signal)
      return 0
    }, stop.signal)
    return async () => {
      await working
      await listener.close()
    }
  }

  const ending = [
    await keepUp(
      makeWaker(feeds.feedsChanged, longestPauseMs),
      'feeds could not be polled',
      () => pollDueFeeds({ ...options, pollFeed }),
      feeds.nextPollAt,
    ),
    await keepUp(
      makeWaker(pages.pagesChanged, longestPauseMs),
      'pages of articles could not be fetched',
      () => fetchDuePages({ ...options, turns, readPage: parser.readPage }),
      pages.nextDueAt,
    ),
  ]

  return {
    async close() {
      stop.abort()
      await parser.close()
      await Promise.all(ending.map((ended) => ended()))
    },
  }
}
