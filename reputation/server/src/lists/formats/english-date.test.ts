import { expect, test } from 'vitest'
import { englishDate } from './english-date.ts'

test.each([
  ['17 Apr 1993', '1993-04-17'],
  ['Apr 1993', '1993-04'],
  ['1993', '1993'],
  ['circa 1951', '1951~'],
  ['circa 03 May 1951', '1951-05-03~'],
  ['1961 to 1963', '1961/1963'],
  ['circa 1955-1957', '1955/1957'],
  ['01 Jan 1961 to 31 Dec 1963', '1961-01-01/1963-12-31'],
  ['Mar 1965 to Mar 1966', '1965-03/1966-03'],
  ['September 1958', '1958-09'],
  ['31 Apr 1993', undefined],
  ['17 Foo 1993', undefined],
  ['30-35 years old', undefined],
  ['', undefined],
])('%s is %s', (text, edtf) => {
  expect(englishDate(text)).toBe(edtf)
})
