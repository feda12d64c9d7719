/**
 * When a feed is asked again, and where: the whole policy, as a pure function of what was known and what came of the
 * last poll. `docs/feeds.md` describes it for operators.
 */
import { hourMs, minuteMs } from '@service/foundation/duration.ts'
import type { PollErrorCode } from './poll-error.ts'

/** Plain values, to be stored as JSON between polls. */
export type PollState = {
  /** Where the feed is asked: as given, or where it has moved for good. */
  address: string
  /** What the site said of the document that was read last, byte for byte, one character each. */
  validators: { etag?: string; lastModified?: string }
  /** SHA-256 of that document, for sites that know no validators. */
  documentHash?: string
  /** The interval that suits the feed so far; not used where the operator has set one. */
  intervalMs: number
  /** In a row. */
  failures: number
  /** A permanent redirect and how many polls in a row have met it; the names are stored. */
  move?: { to: string; sightings: number }
  /** Of a search at GDELT: where its reading has come to. */
  gdelt?: GdeltPlace
}

/** `more`: articles wait behind it, and are read at once; else those that are found late are asked for again. */
export type GdeltPlace = { readTo: string; more: boolean }

export type PollOutcome =
  | ({ kind: 'unchanged' } & Responded)
  | ({ kind: 'read'; newItems: number; validators: PollState['validators']; documentHash: string } & Responded & Wishes)
  | { kind: 'gone' }
  | { kind: 'failed'; code: PollErrorCode; message: string; retryAfterMs?: number }

type Responded = {
  /** Where permanent redirects lead, if the way begins with any. */
  movedTo?: string
  /** `Cache-Control: max-age`: the response will not change for so long. */
  maxAgeMs?: number
}

/** What the feed itself says of how often it likes to be asked. */
export type Wishes = { minIntervalMs?: number; skipHours?: readonly number[] }

export type PollTiming = {
  now: Date
  /** In [0, 1). */
  random: number
  /** Set by the operator for this feed: kept exactly, whatever the feed wishes. */
  everyMs?: number
}

export type NextPoll = {
  state: PollState
  /** Undefined: not any more, until somebody asks for it. */
  dueAt?: Date
  /** The reason for this time, for people who read the state of the feed. */
  reason: string
}

export const pollIntervals = {
  defaultMs: hourMs,
  minMs: 15 * minuteMs,
  maxMs: 24 * hourMs,
  /** An operator may set less than `minMs`, but not less than this. */
  minSetMs: minuteMs,
  /** A company may set so little for a few feeds, to hear of a crisis within minutes. */
  minSetByCompanyMs: 2 * minuteMs,
} as const

const firstRetryMs = 5 * minuteMs
/** A site may ask to be left alone for this long, and is. */
const maxRetryAfterMs = 7 * 24 * hourMs
/** A permanent redirect is followed for good after so many polls in a row: fewer may be a mistake of a day. */
const pollsThatConfirmMove = 3

export const firstPollState = (address: string): PollState => ({
  address,
  validators: {},
  intervalMs: pollIntervals.defaultMs,
  failures: 0,
})

export function nextPoll(state: PollState, outcome: PollOutcome, timing: PollTiming): NextPoll {
  if (outcome.kind === 'gone') {
    const { move: _, ...rest } = state
    return {
      state: { ...rest, failures: state.failures + 1 },
      reason: 'the site says that the feed is gone for good (410)',
    }
  }
  const { everyMs } = timing
  const kept = everyMs === undefined ? timing : { ...timing, everyMs: Math.max(everyMs, pollIntervals.minSetMs) }
  return outcome.kind === 'failed' ? afterFailure(state, outcome, kept) : afterResponse(state, outcome, kept)
}

/** Twice as long after each failure in a row, with jitter, so that what broke for many does not come back for all at once. */
function afterFailure(
  state: PollState,
  outcome: Extract<PollOutcome, { kind: 'failed' }>,
  timing: PollTiming,
): NextPoll {
  const failures = state.failures + 1
  const defaultMs = timing.everyMs ?? state.intervalMs
  const maxMs =
    timing.everyMs === undefined ? pollIntervals.maxMs : Math.min(pollIntervals.maxMs, Math.max(defaultMs, hourMs))
  const doubledMs = Math.min(defaultMs, firstRetryMs) * 2 ** Math.min(failures - 1, 30)
  const backOffMs = Math.min(doubledMs, maxMs) * (0.75 + 0.5 * timing.random)
  const askedMs = Math.min(outcome.retryAfterMs ?? 0, maxRetryAfterMs)
  const { move: _, ...rest } = state
  return {
    state: { ...rest, failures },
    dueAt: after(timing.now, Math.max(backOffMs, askedMs)),
    reason:
      askedMs > backOffMs
        ? 'the site asks to be left alone until then'
        : `${failures} failed in a row: ${outcome.code}`,
  }
}

function afterResponse(
  state: PollState,
  outcome: Exclude<PollOutcome, { kind: 'failed' | 'gone' }>,
  timing: PollTiming,
): NextPoll {
  const { address, move } = followMove(state, outcome.movedTo)
  const intervalMs = adapted(state.intervalMs, outcome)
  const read = outcome.kind === 'read'
  const next: PollState = {
    address,
    // Only of a document that was read: what a 304 says of itself differs at some sites.
    validators: read ? outcome.validators : state.validators,
    intervalMs,
    failures: 0,
    ...(move && { move }),
  }
  const documentHash = read ? outcome.documentHash : state.documentHash
  if (documentHash) next.documentHash = documentHash
  return { state: next, ...dueAfterResponse(intervalMs, outcome, timing) }
}

/** Half as long after news, a quarter longer without. */
function adapted(intervalMs: number, outcome: PollOutcome): number {
  const hasNews = outcome.kind === 'read' && outcome.newItems > 0
  const wanted = hasNews ? intervalMs / 2 : intervalMs * 1.25
  return Math.round(Math.min(Math.max(wanted, pollIntervals.minMs), pollIntervals.maxMs))
}

function dueAfterResponse(
  intervalMs: number,
  outcome: Responded & Wishes,
  { now, random, everyMs }: PollTiming,
): Pick<NextPoll, 'dueAt' | 'reason'> {
  if (everyMs !== undefined) {
    return { dueAt: after(now, everyMs), reason: 'the interval set for this feed' }
  }
  const defaultMs = intervalMs * (0.95 + 0.1 * random)
  const wishedMs = Math.min(Math.max(outcome.minIntervalMs ?? 0, outcome.maxAgeMs ?? 0), pollIntervals.maxMs)
  const dueAt = after(now, Math.max(defaultMs, wishedMs))
  const reason = wishedMs > defaultMs ? 'the feed asks not to be asked before' : 'the interval that suits the feed'
  const open = nextOpenHour(dueAt, outcome.skipHours ?? [])
  return open > dueAt ? { dueAt: open, reason: 'the feed asks not to be asked in the hours before' } : { dueAt, reason }
}

/** Hours of UTC. A feed that skips all of them is not taken at its word. */
function nextOpenHour(time: Date, skipped: readonly number[]): Date {
  for (let ahead = 0; ahead < 24; ahead++) {
    const hour = new Date(time.getTime() + ahead * hourMs)
    if (skipped.includes(hour.getUTCHours())) continue
    return ahead === 0 ? time : new Date(Math.floor(hour.getTime() / hourMs) * hourMs)
  }
  return time
}

function followMove(state: PollState, movedTo: string | undefined): Pick<PollState, 'address' | 'move'> {
  if (movedTo === undefined || movedTo === state.address) return { address: state.address }
  const sightings = state.move?.to === movedTo ? state.move.sightings + 1 : 1
  return sightings >= pollsThatConfirmMove
    ? { address: movedTo }
    : { address: state.address, move: { to: movedTo, sightings } }
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + Math.round(ms))
