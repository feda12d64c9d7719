import { expect, test } from 'vitest'
import { Problem } from '../../problem.ts'
import { readInstant } from './instant.ts'

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20T09:30:15.123456+02:00', '2026-11-20T07:30:15.123Z'],
  ['0000-01-01', '0000-01-01T00:00:00.000Z'],
])('%s is a time', (text, instant) => {
  expect(readInstant('query.since', text).toISOString()).toBe(instant)
})

test.each([
  '',
  'yesterday',
  '2026-11-20T09:30',
  '2026-02-30T09:30Z',
  '2026-02-29',
  '2026-13-01',
  '1795166400',
  '2026-11-20 09:30Z',
])('%j is not a time', (text) => {
  expect(() => readInstant('query.since', text)).toThrow(Problem)
  expect(() => readInstant('query.since', text)).toThrow('query.since must be a time such as')
})

test('an absent time stays absent', () => {
  expect(readInstant('query.since', undefined)).toBeUndefined()
})
