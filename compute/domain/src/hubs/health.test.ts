import { expect, test } from 'vitest'
import { afterResponse, afterSilence, type HubHealth, silentSince, withGrace } from './health.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1_000)
const well: HubHealth = { state: 'ready', seenAt: at(0), unreachableSince: null, graceBeganAt: null }
const limits = { unreachableMs: 30_000 }
const silentAt = (second: number, health = well, watchedSince = at(-100)) =>
  afterSilence(health, watchedSince, at(second), limits)

test('a silence counts from the last proof of life, and makes a hub unreachable after 30 s', () => {
  expect(silentAt(5)).toMatchObject({ state: 'ready', unreachableSince: at(0) })
  expect(silentAt(29).state).toBe('ready')
  expect(silentAt(30).state).toBe('unreachable')
})

test('a response ends the silence, and the hub gets the state that its operator wants', () => {
  expect(afterResponse(silentAt(60), 'draining', at(60))).toMatchObject({
    state: 'draining',
    seenAt: at(60),
    unreachableSince: null,
  })
})

test('a hub that flaps is never unreachable', () => {
  let health = well
  for (let second = 5; second < 600; second += 5) {
    health = second % 25 === 0 ? afterResponse(health, 'ready', at(second)) : silentAt(second, health)
    expect(health.state).toBe('ready')
  }
})

test('time in which no process watched does not count as silence', () => {
  const restarted = silentAt(600, well, at(600))
  expect(restarted).toMatchObject({ state: 'ready', unreachableSince: at(600) })
})

test('the silence of a hub that was never seen counts from when watching began', () => {
  const unseen: HubHealth = { ...well, state: 'unreachable', seenAt: null }
  expect(silentAt(5, unseen, at(0)).unreachableSince).toEqual(at(0))
})

test('a restart gives a silent hub its full grace again, once', () => {
  const silent = silentAt(100)
  const once = withGrace(silent, at(110))
  expect(silentSince(once)).toEqual(at(110))
  expect(withGrace(once, at(200))).toEqual(once)
  expect(withGrace(well, at(200))).toEqual(well)
  const again = silentAt(400, afterResponse(once, 'ready', at(300)))
  expect(silentSince(withGrace(again, at(410)))).toEqual(at(410))
})

test('a disabled hub is never unreachable', () => {
  expect(silentAt(100, { ...well, state: 'disabled' }).state).toBe('disabled')
})
