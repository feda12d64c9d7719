import { expect, test } from 'vitest'
import { canBecome, stoppable } from './lifecycle.ts'
import { hasEnded, isUp, statuses } from './status.ts'

test('whatever has ended stays as it is, and everything else can end', () => {
  for (const from of statuses) {
    const next = statuses.filter((to) => canBecome(from, to))
    expect([from, next.length === 0]).toEqual([from, hasEnded(from)])
  }
})

test('every status but the ended ones and the one that already stops can be asked to stop', () => {
  expect(stoppable).toEqual(['scheduled', 'provisioning', 'running', 'degraded', 'failing_over'])
})

test('nothing stops without having been stopping', () => {
  expect(statuses.filter((from) => canBecome(from, 'stopped'))).toEqual(['stopping'])
})

test('what is up came up by running', () => {
  expect(statuses.filter((from) => canBecome(from, 'degraded'))).toEqual(['running'])
  expect(statuses.filter(isUp)).toEqual(['running', 'degraded'])
})
