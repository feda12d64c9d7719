/**
 * One poll of one feed: fetched, parsed, its items handed on, and what was learnt of the feed put into its next state.
 *
 * The state changes only once the items are safe: killed before that, the next poll reads the same document again, and
 * items that were taken in before are known. The state is stored under the lease by which the feed was due.
 */
import { createHash } from 'node:crypto'
import type { ParseFeed } from './feed-parser.ts'
import { type FetchDeps, type FetchedFeed, fetchFeed } from './fetch-feed.ts'
import { type NextPoll, nextPoll, type PollOutcome, type PollState } from './next-poll.ts'
import { FeedRefused, type ParsedFeed } from './parse/parsed-feed.ts'

export type PollDeps = FetchDeps & {
  parse: ParseFeed
  /** In [0, 1). */
  random: () => number
}

export type PolledFeed = {
  state: PollState
  /** Set by the operator for this feed. */
  everyMs?: number
  /** Stores what is new; returns how many items were. */
  takeIn(feed: ParsedFeed): Promise<number>
}

export type Poll = NextPoll & { outcome: PollOutcome }

export type PollFeed = (feed: PolledFeed) => Promise<Poll>

export function makePollFeed(deps: PollDeps): PollFeed {
  return async ({ state, everyMs, takeIn }) => {
    const outcome = await outcomeOf(await fetchFeed(state, deps), state, takeIn, deps)
    const timing = { now: deps.now(), random: deps.random(), ...(everyMs !== undefined && { everyMs }) }
    return { ...nextPoll(state, outcome, timing), outcome }
  }
}

async function outcomeOf(
  fetched: FetchedFeed,
  state: PollState,
  takeIn: PolledFeed['takeIn'],
  { parse }: PollDeps,
): Promise<PollOutcome> {
  if (fetched.kind !== 'document') return fetched
  const { bytes, contentType, address, validators, ...response } = withoutKind(fetched)
  const documentHash = createHash('sha256').update(bytes).digest('base64url')
  // A site that knows no conditional requests sends the same bytes again.
  if (documentHash === state.documentHash) return { kind: 'read', newItems: 0, validators, documentHash, ...response }
  let feed: ParsedFeed
  try {
    feed = await parse({ bytes, contentType, address })
  } catch (error) {
    if (error instanceof FeedRefused) return { kind: 'failed', code: error.code, message: error.message }
    throw error
  }
  const newItems = await takeIn(feed)
  const { minIntervalMs, skipHours } = feed
  return {
    kind: 'read',
    newItems,
    validators,
    documentHash,
    ...response,
    ...(minIntervalMs !== undefined && { minIntervalMs }),
    ...(skipHours && { skipHours }),
  }
}

function withoutKind({ kind: _, ...rest }: Extract<FetchedFeed, { kind: 'document' }>) {
  return rest
}
