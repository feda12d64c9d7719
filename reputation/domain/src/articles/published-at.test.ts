import { expect, test } from 'vitest'
import { publishedAt } from './published-at.ts'

const at = (iso: string): number => Date.parse(iso)
const firstSeen = at('2026-11-20T12:00:00Z')
const yesterday = at('2026-11-19T08:00:00Z')
const today = at('2026-11-20T11:00:00Z')

test('the date is that of publication, else of the last change, else of our first observation', () => {
  expect(publishedAt({ published: yesterday, updated: today, firstSeen })).toBe(yesterday)
  expect(publishedAt({ updated: today, firstSeen })).toBe(today)
  expect(publishedAt({ firstSeen })).toBe(firstSeen)
})

test.each([
  ['in the year 9999', '9999-12-31T23:59:59Z'],
  ['in the year 1', '0001-01-01T00:00:00Z'],
  ['at the beginning of 1970', '1970-01-01T00:00:00Z'],
  ['more than a day ahead', '2026-11-21T12:00:00.001Z'],
])('a date %s is not used', (_, date) => {
  expect(publishedAt({ published: at(date), firstSeen })).toBe(firstSeen)
  expect(publishedAt({ published: at(date), updated: yesterday, firstSeen })).toBe(yesterday)
  expect(publishedAt({ updated: at(date), firstSeen })).toBe(firstSeen)
})

test('a date up to a day ahead is kept', () => {
  const tomorrow = at('2026-11-21T12:00:00Z')
  expect(publishedAt({ published: tomorrow, firstSeen })).toBe(tomorrow)
})
