import { expect, test } from 'vitest'
import { canBecome, stoppable } from './lifecycle.ts'
import { hasEnded, isUp, statuses } from './status.ts'

test('an ended status is final, and every other one can end', () => {
  for (const from of statuses) {
    const next = statuses.filter((to) => canBecome(from, to))
    expect([from, next.length === 0]).toEqual([from, hasEnded(from)])
  }
})

test('every status but the ended ones and the one that already stops can be asked to stop', () => {
  expect(stoppable).toEqual(['scheduled', 'provisioning', 'running', 'degraded', 'failing_over'])
})

test('stopped follows only on stopping', () => {
  expect(statuses.filter((from) => canBecome(from, 'stopped'))).toEqual(['stopping'])
})

test('degraded follows only on running, and both count as up', () => {
  expect(statuses.filter((from) => canBecome(from, 'degraded'))).toEqual(['running'])
  expect(statuses.filter(isUp)).toEqual(['running', 'degraded'])
})
