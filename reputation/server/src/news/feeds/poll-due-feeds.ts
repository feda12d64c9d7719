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
import type { PollGdelt } from './gdelt/poll-gdelt.ts'
import type { ParsedFeed } from './parse/parsed-feed.ts'
import type { Poll, PollFeed } from './poll-feed.ts'
import type { StoredFeed } from './stored-feed.ts'

export type PollDueDeps = {
  db: Database
  pollFeed: PollFeed
  pollGdelt: PollGdelt
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

/** Polls side by side: a site that is slow holds up none but itself. */
export class DuePolls {
  readonly #deps: PollDueDeps
  readonly #onEnd: () => void
  readonly #underWay = new Set<Promise<void>>()

  /** `onEnd` is called with the end of each poll, when others may go. */
  constructor(deps: PollDueDeps, onEnd: () => void) {
    this.#deps = deps
    this.#onEnd = onEnd
  }

  /** Begins polls of feeds that are due, as many as there is room for, and says how many those were. */
  async begin(): Promise<number> {
    const { db, now, newId } = this.#deps
    const room = maxAtOnce - this.#underWay.size
    if (room === 0) return 0
    const lease = newLease({ now, newId }, leaseMs)
    const due = await feeds.take(db.connection, lease, room)
    for (const feed of due) {
      const poll = pollOne(this.#deps, feed, lease).finally(() => {
        this.#underWay.delete(poll)
        this.#onEnd()
      })
      this.#underWay.add(poll)
    }
    return due.length
  }

  /** When the next may begin: with the end of another where there is no room. */
  nextDueAt(): Promise<Date | undefined> {
    const { db, now } = this.#deps
    return this.#underWay.size < maxAtOnce ? feeds.nextPollAt(db.connection, now()) : Promise.resolve(undefined)
  }

  /** Once all that are under way have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}

async function pollOne({ db, pollFeed, pollGdelt, takeIn, now, log }: PollDueDeps, feed: StoredFeed, lease: Lease) {
  try {
    const asked = {
      url: feed.url,
      state: feed.state,
      ...(feed.everyMs !== undefined && { everyMs: feed.everyMs }),
      takeIn: (parsed: ParsedFeed) => takeInFeed(takeIn, feed, parsed, now()),
    }
    const poll = feed.kind === 'gdelt' ? await pollGdelt(asked) : await pollFeed(asked)
    if (!poll) {
      await feeds.release(db.connection, lease, feed.id, feed.nextPollAt)
      return
    }
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
