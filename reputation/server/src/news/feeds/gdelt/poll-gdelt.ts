/**
 * One poll of a search at GDELT: one page of at most 250 articles, from where the last poll ended. GDELT allows one request
 * per five seconds, of all processes together (`slot-store.ts`); where the slot is taken, the search stays due and goes
 * when the slot is free. A page that is full leaves more behind it, and the search is due again at once.
 *
 * The place that was reached is stored with the poll, after the articles: killed in between, the next poll reads the same
 * page again, and its articles are known.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { dayMs, hourMs, minuteMs } from '@service/foundation/duration.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { failureWords, readRetryAfter } from '../fetch-feed.ts'
import { type GdeltPlace, nextPoll, type PollOutcome, type PollState } from '../next-poll.ts'
import type { ParsedFeed } from '../parse/parsed-feed.ts'
import type { Poll } from '../poll-feed.ts'
import { pageAddress, pageSize, type Span } from './gdelt-search.ts'
import { type GdeltPage, readGdelt } from './read-gdelt.ts'
import { holdSlot, takeSlot } from './slot-store.ts'

export type PollGdeltDeps = {
  db: Database
  get: Outbound['get']
  now: () => Date
  userAgent: string
  /** In [0, 1). */
  random: () => number
  gdeltUrl: string
}

export type GdeltFeed = { url: string; state: PollState; everyMs?: number; takeIn(feed: ParsedFeed): Promise<number> }

/** Undefined: the slot is taken, and nothing was asked. */
export type PollGdelt = (feed: GdeltFeed) => Promise<Poll | undefined>

/** GDELT: "Please limit requests to one every 5 seconds". */
export const slotMs = 5_000
const timeoutMs = 30_000
const maxBytes = 4 * 1_048_576
/** How far the first poll looks back: as far as the list of alerts. */
const firstSpanMs = 7 * dayMs
/** GDELT finds some articles late: they are asked for again, and those that are known stay as they are. */
const overlapMs = 2 * hourMs
/** GDELT refuses shorter ones. */
const minSpanMs = hourMs
/** It searches three months; what is older than this is not made up for. */
const maxSpanMs = 30 * dayMs
const holdOffMs = minuteMs

export function makePollGdelt(deps: PollGdeltDeps): PollGdelt {
  const { db, now, random } = deps
  return async ({ url, state, everyMs, takeIn }) => {
    const began = now()
    if (!(await takeSlot(db.connection, began, slotMs))) return undefined
    const span = spanOf(state.gdelt, began)
    const page = await fetchPage(pageAddress(url, deps.gdeltUrl, span), deps)
    const outcome = await outcomeOf(page, takeIn)
    const next = nextPoll(state, outcome, { now: now(), random: random(), ...(everyMs !== undefined && { everyMs }) })
    if (outcome.kind !== 'read' || page.kind !== 'articles') return { ...next, outcome }
    const place = placeBehind(page, span)
    const poll: Poll = { ...next, outcome, state: { ...next.state, gdelt: place } }
    return place.more ? { ...poll, dueAt: now(), reason: 'more articles are waiting at GDELT' } : poll
  }
}

function spanOf(place: GdeltPlace | undefined, now: Date): Span {
  const reached = place ? Date.parse(place.readTo) - (place.more ? 0 : overlapMs) : now.getTime() - firstSpanMs
  const from = Math.min(Math.max(reached, now.getTime() - maxSpanMs), now.getTime() - minSpanMs)
  return { from: new Date(from), to: now }
}

/** Of more articles at the same moment than a page holds, those that did not fit are lost: there is no way to ask for them. */
function placeBehind({ count, lastSeen }: Extract<GdeltPage, { kind: 'articles' }>, { from, to }: Span): GdeltPlace {
  const goesOn = count >= pageSize && lastSeen !== undefined && lastSeen > from
  return goesOn ? { readTo: lastSeen.toISOString(), more: true } : { readTo: to.toISOString(), more: false }
}

type Fetched = GdeltPage | Extract<PollOutcome, { kind: 'failed' }>

async function fetchPage(url: string, { db, get, now, userAgent }: PollGdeltDeps): Promise<Fetched> {
  const headers = { 'User-Agent': userAgent, Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate, br' }
  const response = await get({ url, headers, timeoutMs, maxBytes, maxInflatedBytes: maxBytes })
  if (response.kind === 'failed') {
    return { kind: 'failed', code: response.error, message: failureWords[response.error] }
  }
  const { status } = response
  const page: GdeltPage | undefined = status === 200 ? readGdelt(response.body) : undefined
  if (status === 429 || status === 503 || page?.kind === 'rate-limited') {
    const retryAfterMs = Math.max(readRetryAfter(response.headers['retry-after'], now()) ?? 0, holdOffMs)
    await holdSlot(db.connection, new Date(now().getTime() + Math.min(retryAfterMs, dayMs)))
    return { kind: 'failed', code: 'rate-limited', message: 'GDELT asks for fewer requests.', retryAfterMs }
  }
  return page ?? { kind: 'failed', code: 'http-status', message: `GDELT responded with ${status}.` }
}

async function outcomeOf(page: Fetched, takeIn: GdeltFeed['takeIn']): Promise<PollOutcome> {
  if (page.kind === 'failed') return page
  if (page.kind === 'articles') {
    const newItems = page.feed.items.length > 0 ? await takeIn(page.feed) : 0
    return { kind: 'read', newItems, validators: {}, documentHash: '' }
  }
  return page.kind === 'refused'
    ? { kind: 'failed', code: 'search-refused', message: page.message }
    : { kind: 'failed', code: 'rate-limited', message: 'GDELT asks for fewer requests.' }
}
