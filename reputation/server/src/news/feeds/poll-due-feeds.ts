import type { Database } from '@service/foundation/database/database.ts'
import { type Lease, newLease } from '@service/foundation/jobs/lease.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { ownerOf } from '@service/reputation-domain/articles/owner.ts'
import type { TakeInArticles } from '../intake/intake.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import * as pages from '../queue/pages-due-store.ts'
import { feedArticles } from './feed-articles.ts'
import * as feeds from './feed-store.ts'
import type { ParsedFeed } from './parse/parsed-feed.ts'
import type { Poll, PollFeed } from './poll-feed.ts'
import type { StoredFeed } from './stored-feed.ts'

export type PollDueDeps = {
  db: Database
  pollFeed: PollFeed
  takeIn: TakeInArticles
  now: () => Date
  newId: NewId
  log: Logger
}

/** At the same time; each host is still asked by one at a time. */
const maxAtOnce = 8
/** Longer than the slowest poll may take. */
const leaseMs = 5 * 60_000
const retryMs = 60_000
/** Within which an article's page is still worth fetching. */
const pageMaxAgeMs = 7 * 86_400_000
/** Items taken in together. */
const batchSize = 500

/** Polls feeds that are due, and says how many those were. */
export async function pollDueFeeds(deps: PollDueDeps): Promise<number> {
  const { db, now, newId } = deps
  const lease = newLease({ now, newId }, leaseMs)
  const due = await feeds.take(db.connection, lease, maxAtOnce)
  await Promise.all(due.map((feed) => pollOne(deps, feed, lease)))
  return due.length
}

async function pollOne({ db, pollFeed, takeIn, now, log }: PollDueDeps, feed: StoredFeed, lease: Lease) {
  try {
    const poll = await pollFeed({
      state: feed.state,
      ...(feed.everyMs !== undefined && { everyMs: feed.everyMs }),
      takeIn: (parsed) => takeInFeed(takeIn, feed, parsed, now()),
    })
    const { state, dueAt, reason } = poll
    const { outcome, problem } = inWords(poll)
    await feeds.record(db.connection, lease, feed.id, {
      state,
      nextPollAt: dueAt,
      polledAt: now(),
      outcome,
      reason: problem ?? reason,
    })
    if (problem) log.warn({ feed: feed.id, outcome, reason: problem }, 'a feed could not be read')
  } catch (err) {
    // Our own fault, or the database's: what the feed brought is still there to be read.
    log.error({ err, feed: feed.id }, 'a feed could not be polled')
    await feeds.release(db.connection, lease, feed.id, new Date(now().getTime() + retryMs)).catch(() => {})
  }
}

async function takeInFeed(takeIn: TakeInArticles, feed: StoredFeed, parsed: ParsedFeed, seenAt: Date): Promise<number> {
  const incoming = feedArticles(parsed, feed.state.address, seenAt)
  const origin = { owner: ownerOf(feed.companyId), source: feed.id, feedId: feed.id, seenAt }
  let newItems = 0
  for (let at = 0; at < incoming.length; at += batchSize) {
    const fates = await takeIn(origin, incoming.slice(at, at + batchSize), async (tx, _fates, created) => {
      if (feed.fetchText) await pages.add(tx, origin.owner, withPages(created, seenAt), seenAt)
    })
    newItems += fates.filter((fate) => fate === 'created' || fate === 'updated').length
  }
  return newItems
}

/** A feed's first document may hold years of articles: pages are fetched for the recent ones. */
const withPages = (created: readonly StoredArticle[], now: Date): string[] =>
  created.flatMap(({ id, url, publishedAt }) => (url !== '' && publishedAt >= now.getTime() - pageMaxAgeMs ? id : []))

function inWords({ outcome, reason }: Poll): { outcome: string; problem?: string } {
  switch (outcome.kind) {
    case 'read':
      return { outcome: `read, ${outcome.newItems} new` }
    case 'failed':
      return { outcome: outcome.code, problem: outcome.message }
    case 'gone':
      return { outcome: 'gone', problem: reason }
    default:
      return { outcome: 'unchanged' }
  }
}
