import { hourMs, minuteMs } from '@service/foundation/duration.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  firstPollState,
  nextPoll,
  type PollOutcome,
  type PollState,
  type PollTiming,
  pollIntervals,
} from './next-poll.ts'

const address = 'https://example.org/feed.xml'
const now = new Date('2026-11-20T12:00:00Z')

const aState = (given: Partial<PollState> = {}): PollState => ({ ...firstPollState(address), ...given })
const read = (given: Partial<Extract<PollOutcome, { kind: 'read' }>> = {}): PollOutcome => ({
  kind: 'read',
  newItems: 0,
  validators: { etag: '"new"' },
  documentHash: 'new',
  ...given,
})
const failed = (given: Partial<Extract<PollOutcome, { kind: 'failed' }>> = {}): PollOutcome => ({
  kind: 'failed',
  code: 'unreachable',
  message: 'no way',
  ...given,
})
const after = (state: PollState, outcome: PollOutcome, timing: Partial<PollTiming> = {}) => {
  const next = nextPoll(state, outcome, { now, random: 0.5, ...timing })
  return { ...next, waitMs: next.dueAt && next.dueAt.getTime() - now.getTime() }
}

describe('the interval', () => {
  test('is an hour at first, shorter after new items and longer without, between 15 minutes and a day', () => {
    let state = aState()
    const waits: number[] = []
    for (let poll = 0; poll < 4; poll++) {
      const next = after(state, read({ newItems: 3 }))
      waits.push(next.waitMs! / minuteMs)
      state = next.state
    }
    expect(waits).toEqual([30, 15, 15, 15])
    for (let poll = 0; poll < 40; poll++) state = after(state, { kind: 'unchanged' }).state
    expect(state.intervalMs).toBe(pollIntervals.maxMs)
  })

  test('that an operator has set is kept, whatever the feed asks for, down to a minute', () => {
    const wishes = { minIntervalMs: 6 * hourMs, maxAgeMs: hourMs, skipHours: [12, 13] }
    expect(after(aState(), read({ newItems: 3, ...wishes }), { everyMs: 5 * minuteMs }).waitMs).toBe(5 * minuteMs)
    expect(after(aState(), { kind: 'unchanged' }, { everyMs: minuteMs }).waitMs).toBe(minuteMs)
    expect(after(aState(), { kind: 'unchanged' }, { everyMs: 1_000 }).waitMs).toBe(minuteMs)
  })

  test.each([
    ['its ttl', { minIntervalMs: 3 * hourMs }, 180],
    ['its max-age', { maxAgeMs: 2 * hourMs }, 120],
    ['the longer of both', { minIntervalMs: 2 * hourMs, maxAgeMs: 4 * hourMs }, 240],
    ['a day at most', { minIntervalMs: 1_000 * hourMs }, 24 * 60],
    ['no less than it would be anyway', { minIntervalMs: minuteMs }, 75],
  ])('respects %s', (_, wishes, minutes) => {
    expect(after(aState(), read(wishes)).waitMs! / minuteMs).toBe(minutes)
  })

  test('avoids the hours that a feed skips, unless it skips all', () => {
    expect(after(aState(), read({ skipHours: [13, 14] })).dueAt).toEqual(new Date('2026-11-20T15:00:00Z'))
    expect(after(aState(), read({ skipHours: [1, 2] })).dueAt).toEqual(new Date('2026-11-20T13:15:00Z'))
    const all = Array.from({ length: 24 }, (_, hour) => hour)
    expect(after(aState(), read({ skipHours: all })).dueAt).toEqual(new Date('2026-11-20T13:15:00Z'))
  })

  test('is never the same for two feeds', () => {
    const waits = [0, 0.25, 0.75].map((random) => after(aState(), { kind: 'unchanged' }, { random }).waitMs)
    expect(new Set(waits).size).toBe(3)
  })
})

describe('a failure', () => {
  test('is followed by longer and longer intervals, up to a day', () => {
    let state = aState()
    const waits: number[] = []
    for (let poll = 0; poll < 12; poll++) {
      const next = after(state, failed())
      waits.push(next.waitMs! / minuteMs)
      state = next.state
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440])
    expect(after(state, { kind: 'unchanged' }).state.failures).toBe(0)
  })

  test('of a feed with a short interval of its own delays it by at most an hour', () => {
    expect(after(aState({ failures: 50 }), failed(), { everyMs: minuteMs }).waitMs).toBe(hourMs)
    expect(after(aState(), failed(), { everyMs: minuteMs }).waitMs).toBe(minuteMs)
  })

  test('has jitter', () => {
    expect(after(aState(), failed(), { random: 0 }).waitMs).toBe(3.75 * minuteMs)
    expect(after(aState(), failed(), { random: 0.999 }).waitMs).toBeGreaterThan(6.2 * minuteMs)
  })

  test('respects Retry-After, up to a week', () => {
    expect(after(aState(), failed({ retryAfterMs: 3 * hourMs })).waitMs).toBe(3 * hourMs)
    expect(after(aState(), failed({ retryAfterMs: 3 * hourMs }), { everyMs: minuteMs }).waitMs).toBe(3 * hourMs)
    expect(after(aState(), failed({ retryAfterMs: 1 })).waitMs).toBe(5 * minuteMs)
    expect(after(aState(), failed({ retryAfterMs: 1e12 })).waitMs).toBe(7 * 24 * hourMs)
  })

  test('keeps the validators of the document', () => {
    const state = aState({ validators: { etag: '"a"' }, documentHash: 'a' })
    expect(after(state, failed()).state).toEqual({ ...state, failures: 1 })
  })
})

test('validators are those of the last document that was read, and a 304 changes nothing of them', () => {
  const state = aState({ validators: { etag: 'W/"a "', lastModified: 'whenever' }, documentHash: 'a' })
  expect(after(state, { kind: 'unchanged' }).state).toMatchObject({ validators: state.validators, documentHash: 'a' })
  expect(after(state, read()).state).toMatchObject({ validators: { etag: '"new"' }, documentHash: 'new' })
  expect(after(state, read({ validators: {} })).state.validators).toEqual({})
})

test('a feed that is gone is not polled again', () => {
  const next = after(aState(), { kind: 'gone' })
  expect(next.dueAt).toBeUndefined()
  expect(next.reason).toContain('410')
})

describe('a permanent move', () => {
  const moved = (movedTo: string): PollOutcome => ({ kind: 'unchanged', movedTo })

  test('is followed at the third poll in a row', () => {
    let state = aState()
    const addresses: string[] = []
    for (let poll = 0; poll < 3; poll++) {
      state = after(state, moved('https://example.com/new.xml')).state
      addresses.push(state.address)
    }
    expect(addresses).toEqual([address, address, 'https://example.com/new.xml'])
    expect(state.move).toBeUndefined()
  })

  test.each([
    ['leads elsewhere', moved('https://example.net/')],
    ['is not met once', { kind: 'unchanged' }],
    ['ends in a failure', failed()],
  ] satisfies [string, PollOutcome][])('is counted from one again when it %s', (_, outcome) => {
    let state = aState()
    for (const each of [
      moved('https://example.com/'),
      moved('https://example.com/'),
      outcome,
      moved('https://example.com/'),
    ]) {
      state = after(state, each).state
    }
    expect(state).toMatchObject({ address, move: { to: 'https://example.com/', sightings: 1 } })
  })
})

test('in any case a feed is due within a week, not sooner than in a minute, and its state is plain JSON', () => {
  const time = fc.option(fc.integer({ min: -1, max: 1e12 }), { nil: undefined })
  const outcome = fc.oneof(
    fc.record({
      kind: fc.constant('unchanged' as const),
      movedTo: fc.constantFrom('https://a/', 'https://b/'),
      maxAgeMs: time,
    }),
    fc.record({
      kind: fc.constant('failed' as const),
      code: fc.constant('timed-out' as const),
      message: fc.string(),
      retryAfterMs: time,
    }),
    fc.record({
      kind: fc.constant('read' as const),
      newItems: fc.nat(),
      validators: fc.record({ etag: fc.string() }),
      documentHash: fc.string({ minLength: 1 }),
      minIntervalMs: time,
      skipHours: fc.uniqueArray(fc.integer({ min: 0, max: 23 })),
    }),
  )
  const everyMs = fc.option(fc.integer({ min: 1, max: 24 * hourMs }), { nil: undefined })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(outcome, fc.double({ min: 0, max: 0.999, noNaN: true }), everyMs), { maxLength: 20 }),
      (polls) => {
        let state = aState()
        for (const [each, random, set] of polls) {
          const next = after(state, each as PollOutcome, { random, ...(set !== undefined && { everyMs: set }) })
          expect(next.waitMs).toBeGreaterThanOrEqual(0.75 * minuteMs)
          expect(next.waitMs).toBeLessThanOrEqual(7 * 24 * hourMs + hourMs)
          state = next.state
          expect(JSON.parse(JSON.stringify(state))).toEqual(state)
        }
      },
    ),
  )
})
