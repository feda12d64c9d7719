import { expect, test } from 'vitest'
import { readHeadline } from './headline.ts'

const words = (text: string, name: string) => {
  const start = text.indexOf(name)
  return readHeadline(text, { start, end: start + name.length })
}

test('a company is one word, whatever its name', () => {
  expect(words("P.F. Chang's confirms breach", "P.F. Chang's").map(({ text }) => text)).toEqual([
    '@',
    'confirms',
    'breach',
  ])
  expect(words('AT&T hacked', 'AT&T').map(({ text }) => text)).toEqual(['@', 'hacked'])
})

test.each([
  ['GM recalls 8.45 million cars', 8_450_000, false],
  ['GM recalls 2.4M cars', 2_400_000, false],
  ['GM pays $7bn', 7e9, true],
  ['GM pays £26m', 26e6, true],
  ['GM recalls 174,000 cars', 174_000, false],
])('%s: the figure is %d', (text, amount, isMoney) => {
  const figure = words(text, 'GM').find((word) => word.amount !== undefined)!
  expect(figure.amount).toBe(amount)
  expect(figure.isMoney).toBe(isMoney)
})

test('a semicolon, a bar and a full stop end a clause; a comma does not', () => {
  const clauses = words('Acme rises, falls; rival sues | market wrap', 'Acme').map(({ clause }) => clause)
  expect(clauses).toEqual([0, 0, 0, 1, 1, 2, 2])
})
