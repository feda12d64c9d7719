import { anAttempt, aSnapshot, later, seen, start } from '@service/compute-testing/deployments/snapshot.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Action } from './action.ts'
import { decide } from './decide.ts'
import { canBecome } from './lifecycle.ts'
import { defaultLimits as limits } from './limits.ts'
import { currentAttempt, type Snapshot } from './snapshot.ts'
import { statuses } from './status.ts'

const second = 1_000
const minute = 60 * second
const decided = (more: Partial<Snapshot>, now = later(second)): Action => decide(aSnapshot(more), now, limits)

describe('a start', () => {
  test('applies the order at once', () => {
    expect(decided({})).toEqual({ kind: 'apply' })
  })

  test('is done when its port answers', () => {
    const applied = anAttempt({ state: 'applied' })
    const port = { hasPort: true }
    expect(decided({ attempts: [applied], observation: seen(port, true) })).toMatchObject({
      kind: 'become',
      status: 'running',
    })
    expect(decided({ attempts: [applied], observation: seen(port, false) })).toMatchObject({
      kind: 'wait',
      reason: 'starting',
    })
  })

  test('without a port, is done after two seconds up', () => {
    expect(decided({ observation: seen() }, later(1_999))).toMatchObject({ kind: 'wait', until: later(2_000) })
    expect(decided({ observation: seen() }, later(2_000))).toMatchObject({ kind: 'become', status: 'running' })
  })

  test('of a container whose health path never is well fails with what it returned', () => {
    const observation = seen({ hasPort: true }, false, { path: '/up', status: 404 })
    expect(decided({ observation }, later(10 * minute - 1))).toMatchObject({ kind: 'wait' })
    const message =
      'The container runs, but GET /up has not returned 2xx or 3xx for 10 minutes: it returned 404. Is `health_path` right?'
    expect(decided({ observation }, later(10 * minute))).toMatchObject({
      kind: 'end',
      reason: 'start_timeout',
      message,
    })
  })

  test('of a container that never listens fails with a message about the port', () => {
    const observation = seen({ hasPort: true }, false)
    expect(decided({ observation }, later(10 * minute - 1))).toMatchObject({ kind: 'wait' })
    const end = decided({ observation }, later(10 * minute))
    expect(end).toMatchObject({ kind: 'end', status: 'failed', reason: 'start_timeout' })
    expect(end).toHaveProperty('message', expect.stringContaining('listen on all addresses'))
  })

  test.each([
    ['image-not-found', 'image_not_found'],
    ['image-denied', 'image_denied'],
    ['image-malformed', 'image_malformed'],
    ['start-refused', 'container_start_failed'],
  ] as const)('refused with %s fails without trying another hub', (fault, reason) => {
    const observation = { kind: 'refused', fault, message: 'No such image.' } as const
    expect(decided({ observation })).toMatchObject({ kind: 'end', status: 'failed', reason, message: 'No such image.' })
  })

  test('at a hub without room tries another hub, three at most', () => {
    const observation = { kind: 'refused', fault: 'no-room', message: 'The disk is full.' } as const
    expect(decided({ observation })).toMatchObject({ kind: 'leave', reason: 'no_capacity', lost: false })
    const left = ['a', 'b', 'c'].map((hubId, i) =>
      anAttempt({ hubId, number: i + 1, state: 'released', reason: 'no_capacity', kept: false }),
    )
    expect(decided({ attempts: left.slice(0, 2) })).toEqual({ kind: 'place', excludedHubs: ['a', 'b'] })
    expect(decided({ attempts: left })).toMatchObject({ kind: 'end', reason: 'attempts_exhausted' })
  })

  test('that runs out of time leaves the hub in every phase', () => {
    expect(decided({ observation: { kind: 'timed-out', phase: 'pulling' } })).toMatchObject({ reason: 'pull_timeout' })
    expect(decided({ observation: { kind: 'timed-out', phase: 'starting' } })).toMatchObject({
      reason: 'start_timeout',
    })
  })

  test('at a hub that falls silent moves after 30 s; a job that may have begun does not', () => {
    const silent = { observation: { kind: 'silent' }, hub: { state: 'ready', silentSince: start } } as const
    expect(decided(silent, later(29 * second))).toMatchObject({ kind: 'wait', reason: 'engine_unreachable' })
    expect(decided(silent, later(30 * second))).toMatchObject({ kind: 'leave', reason: 'hub_lost', lost: true })
    expect(decided({ ...silent, job: true }, later(29 * minute))).toMatchObject({ kind: 'wait' })
    expect(decided({ ...silent, job: true }, later(30 * minute))).toMatchObject({ kind: 'end', reason: 'hub_lost' })
  })

  test('of a container in a crash loop fails with its exit code', () => {
    const observation = seen({ state: 'restarting', restarts: 5, exitCode: 3 })
    const end = decided({ observation })
    expect(end).toMatchObject({ kind: 'end', reason: 'crash_loop' })
    expect(end).toHaveProperty('message', expect.stringContaining('exit code 3'))
  })

  test('of a job that is over before it was seen to run counts as having run', () => {
    expect(decided({ job: true, observation: seen({ state: 'exited', exitCode: 0 }) })).toMatchObject({
      status: 'running',
    })
  })

  test('that no hub can take any more fails with that reason', () => {
    expect(decided({ attempts: [], refusal: 'no_feasible_hub' })).toMatchObject({
      kind: 'end',
      reason: 'no_feasible_hub',
    })
    expect(decided({ attempts: [], refusal: 'no_capacity' })).toMatchObject({ kind: 'wait', backOff: true })
    expect(decided({ attempts: [], refusal: 'no_capacity' }, later(10 * minute))).toMatchObject({
      reason: 'no_capacity',
    })
  })
})

describe('a container that runs', () => {
  const running = (more: Partial<Snapshot> = {}): Partial<Snapshot> => ({
    status: 'running',
    runningAt: start,
    attempts: [anAttempt({ state: 'running', readyAt: start })],
    ...more,
  })
  const silentHub = { state: 'unreachable', silentSince: start } as const

  test('is left alone while it is healthy', () => {
    expect(decided(running({ observation: seen({ hasPort: true }, true) }))).toMatchObject({
      kind: 'wait',
      until: null,
    })
  })

  test('is not evicted for a silence shorter than the grace, and then goes elsewhere', () => {
    expect(decided(running({ hub: silentHub }), later(119 * second))).toMatchObject({
      kind: 'wait',
      until: later(120 * second),
    })
    expect(decided(running({ hub: silentHub }), later(120 * second))).toEqual({
      kind: 'fail-over',
      reason: 'hub_lost',
      lost: true,
    })
  })

  test('as a job waits for its hub, fails after half an hour, and is never started twice', () => {
    const job = running({ job: true, hub: silentHub })
    expect(decided(job, later(29 * minute))).toMatchObject({ kind: 'wait', until: later(30 * minute) })
    expect(decided(job, later(30 * minute))).toMatchObject({ kind: 'end', status: 'failed', reason: 'hub_lost' })
  })

  test('is degraded with what its health path last returned', () => {
    const attempts = [anAttempt({ state: 'running', readyAt: start, failingSince: start })]
    const failing = (status: number | null) =>
      running({ attempts, observation: seen({ hasPort: true }, false, { path: '/healthz', status }) })
    expect(decided(failing(503), later(30 * second))).toMatchObject({
      status: 'degraded',
      reason: 'probe_failing',
      message: 'GET /healthz has not returned 2xx or 3xx for 30 seconds: it returned 503.',
    })
    expect(decided(failing(null), later(30 * second))).toHaveProperty(
      'message',
      expect.stringMatching(/: it did not respond\.$/),
    )
  })

  test('is degraded after 30 s without a response, and running again with the first one', () => {
    const attempts = [anAttempt({ state: 'running', readyAt: start, failingSince: start })]
    const failing = running({ attempts, observation: seen({ hasPort: true }, false) })
    expect(decided(failing, later(29 * second))).toMatchObject({ kind: 'wait', until: later(30 * second) })
    expect(decided(failing, later(30 * second))).toMatchObject({ kind: 'become', status: 'degraded' })
    const well = running({ status: 'degraded', observation: seen({ hasPort: true }, true) })
    expect(decided(well)).toMatchObject({ kind: 'become', status: 'running' })
  })

  test.each([
    [{ exitCode: 0 }, { kind: 'become', status: 'stopping', reason: 'completed' }],
    [{ exitCode: 3 }, { kind: 'end', status: 'failed', reason: 'exit_code' }],
    [
      { exitCode: 137, outOfMemory: 'suspected' },
      { kind: 'end', status: 'failed', reason: 'out_of_memory' },
    ],
  ] as const)('as a job ends as its exit code says: %o', (exit, action) => {
    expect(decided(running({ job: true, observation: seen({ state: 'exited', ...exit }) }))).toMatchObject(action)
  })

  test('as a service that was ended from outside is started again, unless that happens too often', () => {
    const gone = running({ observation: { kind: 'absent' } })
    expect(decided(gone)).toEqual({ kind: 'fail-over', reason: 'instance_gone', lost: false })
    const attempts = [1, 2, 3, 4, 5].map((number) => anAttempt({ number, state: number < 5 ? 'released' : 'running' }))
    expect(decided({ ...gone, attempts })).toMatchObject({ kind: 'end', reason: 'crash_loop' })
  })

  test('counts its restarts within ten minutes', () => {
    const attempts = [anAttempt({ state: 'running', restartsFrom: { count: 4, at: start } })]
    const restarted = (restarts: number) => running({ attempts, observation: seen({ restarts }) })
    expect(decided(restarted(8))).toMatchObject({ kind: 'wait' })
    expect(decided(restarted(9))).toMatchObject({ kind: 'end', reason: 'crash_loop' })
    expect(decided(restarted(9), later(11 * minute))).toMatchObject({ kind: 'wait' })
  })

  test('stops at the operator’s lifetime limit', () => {
    const action = decide(aSnapshot(running()), later(minute), { ...limits, lifetimeMs: minute })
    expect(action).toMatchObject({ kind: 'become', status: 'stopping', reason: 'max_lifetime' })
  })

  describe('with a lifetime of its own', () => {
    const limited = (more: Partial<Snapshot> = {}) => aSnapshot({ ...running(), maxLifetimeMs: 10 * minute, ...more })
    const ends = { kind: 'become', status: 'stopping', reason: 'max_lifetime' }

    test('is stopped at that age or at the operator’s, whichever is earlier', () => {
      expect(decide(limited(), later(10 * minute), limits)).toMatchObject(ends)
      expect(decide(limited(), later(minute), { ...limits, lifetimeMs: minute })).toMatchObject(ends)
      expect(decide(limited(), later(minute), { ...limits, lifetimeMs: 20 * minute })).not.toMatchObject(ends)
    })

    test('is looked at again then, also while it is degraded or its hub is silent', () => {
      const until = later(10 * minute)
      const well = limited({ observation: seen() })
      expect(decide(well, later(minute), limits)).toMatchObject({ kind: 'wait', until })
      const degraded = limited({ status: 'degraded', observation: seen({}, false) })
      expect(decide(degraded, later(minute), limits)).toMatchObject({ kind: 'wait', until })
      const silentSince = later(9 * minute)
      const silent = limited({ hub: { state: 'unreachable', silentSince }, observation: { kind: 'silent' } })
      expect(decide(silent, silentSince, limits)).toMatchObject({ kind: 'wait', until })
      expect(decide(silent, until, limits)).toMatchObject(ends)
    })

    test('is not begun elsewhere once that age has come', () => {
      const between = limited({ status: 'failing_over', attempts: [anAttempt({ state: 'lost', readyAt: start })] })
      expect(decide(between, later(10 * minute), limits)).toMatchObject(ends)
    })
  })
})

describe('a failover', () => {
  const lost = anAttempt({ state: 'lost', readyAt: start })
  const failingOver = (more: Partial<Snapshot> = {}): Partial<Snapshot> => ({
    status: 'failing_over',
    runningAt: start,
    attempts: [lost],
    hub: { state: 'unreachable', silentSince: start },
    ...more,
  })

  test('looks for another hub, for half an hour', () => {
    expect(decided(failingOver())).toEqual({ kind: 'place', excludedHubs: ['se-1'] })
    expect(decided(failingOver({ refusal: 'no_capacity' }))).toMatchObject({ kind: 'wait', backOff: true })
    const refused = failingOver({ refusal: 'no_capacity' })
    expect(decided(refused, later(30 * minute))).toMatchObject({ kind: 'end', reason: 'hub_lost', lost: true })
  })

  test('without GPU-hours left fails with that reason', () => {
    const end = { kind: 'end', status: 'failed', reason: 'quota_exhausted', lost: true }
    expect(decided(failingOver({ refusal: 'quota_exhausted' }))).toMatchObject(end)
    expect(decided(failingOver({ refusal: 'quota_exhausted' }), later(60 * minute))).toMatchObject(end)
    const tried = anAttempt({ number: 2, hubId: 'no-1', state: 'released', reason: 'start_timeout' })
    expect(decided(failingOver({ attempts: [lost, tried], refusal: 'quota_exhausted' }))).toMatchObject(end)
  })

  test('is not given up for time in which no reconciler ran', () => {
    expect(decided(failingOver(), later(60 * minute))).toMatchObject({ kind: 'place' })
    const tried = anAttempt({ number: 2, hubId: 'no-1', state: 'released', reason: 'start_timeout' })
    expect(decided(failingOver({ attempts: [lost, tried] }), later(60 * minute))).toMatchObject({ kind: 'end' })
  })

  test('ends at the old hub when that is back first and the container still runs', () => {
    const back = failingOver({ hub: { state: 'ready', silentSince: null } })
    expect(decided(back)).toEqual({ kind: 'inspect' })
    expect(decided({ ...back, observation: seen() })).toMatchObject({ kind: 'become', status: 'running' })
    expect(decided({ ...back, observation: { kind: 'absent' } })).toMatchObject({ kind: 'leave', lost: false })
  })

  test('goes on to the next hub when the first does not start it', () => {
    const second = anAttempt({ number: 2, hubId: 'no-1', state: 'released', reason: 'start_timeout' })
    expect(decided(failingOver({ attempts: [lost, second] }))).toEqual({ kind: 'place', excludedHubs: ['no-1'] })
  })
})

describe('a stop', () => {
  const stopping = (more: Partial<Snapshot> = {}): Partial<Snapshot> => ({
    status: 'stopping',
    reason: 'user',
    attempts: [anAttempt({ state: 'running', readyAt: start })],
    ...more,
  })

  test('stops the container and keeps the reason', () => {
    expect(decided(stopping())).toMatchObject({ kind: 'end', status: 'stopped', reason: 'user', lost: false })
    expect(decided(stopping({ attempts: [] }))).toMatchObject({ kind: 'end', status: 'stopped' })
  })

  test('does not wait forever for a lost hub', () => {
    const unreachable = { hub: { state: 'unreachable', silentSince: start } } as const
    expect(decided(stopping(unreachable), later(minute))).toMatchObject({ kind: 'wait', reason: 'engine_unreachable' })
    expect(decided(stopping(unreachable), later(2 * minute))).toMatchObject({ kind: 'end', lost: true })
  })

  test('keeps the container an hour for its logs, unless it is deleted', () => {
    const ended: Partial<Snapshot> = { status: 'failed', endedAt: start, attempts: [anAttempt({ state: 'released' })] }
    expect(decided(ended)).toMatchObject({ kind: 'wait', until: later(60 * minute) })
    expect(decided(ended, later(60 * minute))).toEqual({ kind: 'remove' })
    expect(decided({ ...ended, deleted: true })).toEqual({ kind: 'remove' })
    const removed = { ...ended, attempts: [anAttempt({ state: 'released', kept: false })] }
    expect(decided(removed)).toMatchObject({ kind: 'wait', until: null, backOff: false })
  })
})

describe('a wait for cleaner power', () => {
  const scheduled = {
    status: 'scheduled',
    attempts: [],
    startAt: later(minute),
    latestStartAt: later(60 * minute),
  } as const

  test('is planned again when due, and starts when placed', () => {
    expect(decided(scheduled)).toMatchObject({ kind: 'wait', until: later(minute) })
    expect(decided(scheduled, later(minute))).toEqual({ kind: 'plan' })
  })

  test('is given up only some minutes after its latest start', () => {
    const refused = { ...scheduled, refusal: 'no_capacity' } as const
    expect(decided(refused, later(69 * minute))).toMatchObject({ kind: 'wait', backOff: true })
    expect(decided(refused, later(70 * minute))).toMatchObject({ kind: 'end', reason: 'no_capacity' })
  })
})

describe('in any state', () => {
  const time = fc.integer({ min: -3_600, max: 3_600 }).map((seconds) => later(seconds * second))
  const maybeTime = fc.option(time)
  const attempts = fc.array(
    fc.record({
      number: fc.constant(1),
      hubId: fc.constantFrom('a', 'b', 'c'),
      state: fc.constantFrom('reserved', 'applied', 'running', 'lost', 'released'),
      reservedAt: time,
      appliedAt: maybeTime,
      readyAt: maybeTime,
      failingSince: maybeTime,
      restartsFrom: fc.option(fc.record({ count: fc.nat(9), at: time })),
      reason: fc.constantFrom(null, 'no_capacity', 'hub_lost'),
      kept: fc.boolean(),
    } as const),
    { maxLength: 5 },
  )
  const observation = fc.oneof(
    fc.constantFrom({ kind: 'not-asked' } as const, { kind: 'silent' } as const, { kind: 'absent' } as const),
    fc.record({
      kind: fc.constant('refused' as const),
      fault: fc.constantFrom('image-not-found', 'image-unavailable', 'no-room', 'start-refused', 'not-found'),
      message: fc.string(),
    } as const),
    fc.record({ kind: fc.constant('timed-out' as const), phase: fc.constantFrom('pulling', 'starting') } as const),
    fc.record({
      kind: fc.constant('seen' as const),
      portOpen: fc.constantFrom(true, false, null),
      instance: fc.record({
        state: fc.constantFrom('created', 'running', 'restarting', 'exited'),
        startedAt: maybeTime,
        finishedAt: maybeTime,
        exitCode: fc.constantFrom(null, 0, 1, 137),
        outOfMemory: fc.constantFrom('no', 'suspected', 'yes'),
        restarts: fc.nat(9),
        hasPort: fc.boolean(),
      } as const),
    } as const),
  )
  const snapshots: fc.Arbitrary<Snapshot> = fc
    .record({
      status: fc.constantFrom(...statuses),
      reason: fc.constantFrom(null, 'user', 'completed'),
      statusSince: time,
      job: fc.boolean(),
      startAt: maybeTime,
      latestStartAt: maybeTime,
      runningAt: maybeTime,
      maxLifetimeMs: fc.constantFrom(null, 60_000),
      endedAt: maybeTime,
      deleted: fc.boolean(),
      attempts,
      hub: fc.record({
        state: fc.constantFrom('ready', 'draining', 'unreachable', 'disabled'),
        silentSince: maybeTime,
      } as const),
      observation,
      refusal: fc.constantFrom(null, 'no_capacity', 'no_feasible_hub', 'quota_exhausted'),
    } as const)
    .map((snapshot) => (snapshot.status === 'scheduled' ? { ...snapshot, attempts: [] } : snapshot))

  const every = (property: (snapshot: Snapshot, action: Action, now: Date) => void) =>
    fc.assert(
      fc.property(snapshots, time, (snapshot, now) => property(snapshot, decide(snapshot, now, limits), now)),
      { numRuns: 20_000 },
    )

  test('only legal changes of status follow', () => {
    every(({ status }, action) => {
      if (action.kind === 'become' || action.kind === 'end') expect(canBecome(status, action.status)).toBe(true)
      if (action.kind === 'fail-over') expect(canBecome(status, 'failing_over')).toBe(true)
      if (action.kind === 'plan') expect(status).toBe('scheduled')
      if (action.kind === 'place') expect(['provisioning', 'failing_over']).toContain(status)
    })
  })

  test('an engine that stays silent is not asked again, nor one whose hub is unreachable', () => {
    every((snapshot, action) => {
      const attempt = currentAttempt(snapshot)
      const silent = snapshot.observation.kind === 'silent' || snapshot.hub.state === 'unreachable'
      const asks =
        action.kind === 'inspect' ||
        action.kind === 'apply' ||
        action.kind === 'remove' ||
        ((action.kind === 'leave' || action.kind === 'end') && !action.lost && attempt !== undefined)
      if (silent && asks) expect.fail(`${action.kind} although nobody portOpen`)
    })
  })

  test('no second attempt is made while the first may be running where it can be asked', () => {
    every((snapshot, action) => {
      if (action.kind !== 'place') return
      const attempt = currentAttempt(snapshot)
      expect(attempt === undefined || attempt.state === 'lost').toBe(true)
    })
  })

  test('a job that has run is never written off to run elsewhere', () => {
    every(({ job, status }, action) => {
      if (job && (status === 'running' || status === 'degraded')) expect(action.kind).not.toBe('fail-over')
    })
  })

  test('a deployment that has ended stays ended', () => {
    every(({ status }, action) => {
      if (status === 'stopped' || status === 'failed') expect(['wait', 'remove']).toContain(action.kind)
    })
  })

  test('the engine is inspected only once', () => {
    every(({ observation: { kind } }, action) => {
      if (action.kind === 'inspect') expect(kind).toBe('not-asked')
    })
  })

  test('a wait ends in the future', () => {
    every((_, action, now) => {
      if (action.kind === 'wait' && action.until) expect(action.until.getTime()).toBeGreaterThan(now.getTime())
    })
  })
})
