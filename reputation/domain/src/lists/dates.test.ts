import { describe, expect, test } from 'vitest'
import { dayRange, edtfDate, edtfInterval, rangesOverlap } from './dates.ts'

describe('edtfDate', () => {
  test.each([
    [{ year: 1962 }, '1962'],
    [{ year: 1962, month: 4 }, '1962-04'],
    [{ year: 1962, month: 4, day: 17 }, '1962-04-17'],
    [{ year: 2000, month: 2, day: 29 }, '2000-02-29'],
  ])('%o is %s', (date, text) => {
    expect(edtfDate(date)).toBe(text)
    expect(edtfDate(date, { approximate: true })).toBe(`${text}~`)
  })

  test.each([
    { year: Number.NaN },
    { year: 1380 }, // an Islamic year taken for a Gregorian one
    { year: 1962, month: 13 },
    { year: 1962, month: 4, day: 31 },
    { year: 1900, month: 2, day: 29 },
  ])('%o is none', (date) => {
    expect(edtfDate(date)).toBeUndefined()
  })
})

test.each([
  ['1950', '1955', '1950/1955'],
  ['1955', '1950', '1950/1955'],
  ['1950', '1950', '1950'],
  ['1950', undefined, '1950'],
  [undefined, '1955', '1955'],
  [undefined, undefined, undefined],
])('between %s and %s is %s', (one, other, text) => {
  expect(edtfInterval(one, other)).toBe(text)
})

describe('dayRange', () => {
  test.each([
    ['1962', '1962-01-01', '1962-12-31'],
    ['1962-04', '1962-04-01', '1962-04-30'],
    ['1964-02', '1964-02-01', '1964-02-29'],
    ['1962-04-17', '1962-04-17', '1962-04-17'],
    ['1962~', '1960-01-01', '1964-12-31'],
    ['1950/1955', '1950-01-01', '1955-12-31'],
    ['1950~/1955', '1948-01-01', '1955-12-31'],
    ['1962-03-21/1962-04-20', '1962-03-21', '1962-04-20'],
  ])('%s is from %s to %s', (text, from, to) => {
    expect(dayRange(text)).toEqual({ from, to })
  })

  test.each(['', '62', '1962-4', '1962/1963/1964', 'about 1962', '/'])('%j is no date', (text) => {
    expect(dayRange(text)).toBeUndefined()
  })
})

test('ranges overlap where they share a day', () => {
  const range = (text: string) => dayRange(text)!
  expect(rangesOverlap(range('1962'), range('1962-04-17'))).toBe(true)
  expect(rangesOverlap(range('1962~'), range('1964-12-31'))).toBe(true)
  expect(rangesOverlap(range('1962'), range('1963'))).toBe(false)
})
