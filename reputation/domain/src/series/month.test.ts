import { expect, test } from 'vitest'
import { boundsOf, datesOf, isPeriod, localClock, localDate, localTime, periodAfter, periodOf } from './model/month.ts'

const iso = (ms: number) => new Date(ms).toISOString()

test('a month begins at midnight where the company is, through changes of clocks', () => {
  const { from, until } = boundsOf('2026-10', 'Europe/Berlin')
  expect([iso(from), iso(until)]).toEqual(['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'])
  expect(iso(boundsOf('2026-10', 'Pacific/Kiritimati').from)).toBe('2026-09-30T10:00:00.000Z')
  expect(iso(boundsOf('2026-10', 'America/St_Johns').from)).toBe('2026-10-01T02:30:00.000Z')
  expect(iso(boundsOf('2026-12', 'UTC').until)).toBe('2027-01-01T00:00:00.000Z')
})

test('an hour that clocks leave out is the next one that there is', () => {
  // In Asunción a day begins at one o'clock, and in Berlin two o'clock is left out.
  expect(localClock(localTime('2026-03-29', 2, 'Europe/Berlin'), 'Europe/Berlin')).toMatch(/^0[13]:00$/)
  expect(iso(localTime('2026-11-03', 6, 'Europe/Berlin'))).toBe('2026-11-03T05:00:00.000Z')
  expect(iso(localTime('2026-07-03', 6, 'Asia/Kathmandu'))).toBe('2026-07-03T00:15:00.000Z')
})

test('a moment has its date and its month there', () => {
  const ms = Date.parse('2026-10-31T23:30:00Z')
  expect([localDate(ms, 'UTC'), localDate(ms, 'Asia/Tokyo')]).toEqual(['2026-10-31', '2026-11-01'])
  expect([periodOf(ms, 'America/New_York'), periodOf(ms, 'Asia/Tokyo')]).toEqual(['2026-10', '2026-11'])
})

test('months follow each other over the year, and have their days', () => {
  expect([periodAfter('2026-12', 1), periodAfter('2026-01', -1), periodAfter('2026-05', -17)]).toEqual([
    '2027-01',
    '2025-12',
    '2024-12',
  ])
  expect(['2026-02', '2028-02', '2026-10'].map((period) => datesOf(period).length)).toEqual([28, 29, 31])
  expect(['2026-10', '2026-13', '2026-1', '1969-12', '0000-01'].map(isPeriod)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
