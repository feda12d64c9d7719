import { expect, test } from 'vitest'
import { stem, tokenise } from './tokens.ts'

const words = (text: string) => tokenise(text).map(({ word }) => word)

test('a token has its place in the text, whatever characters it has', () => {
  const text = 'Wal-Mart’s “bold” plan: 5.2% more, at J&J and the U.S. too…'
  for (const { start, end, word } of tokenise(text)) {
    if (!word.startsWith('<') && /^[a-z]/.test(word)) expect(text.slice(start, end).toLowerCase()).toBe(word)
  }
  expect(words(text)).toContain('<%>')
  expect(words(text)).toContain("'s")
  expect(words(text)).toContain('j&j')
})

test('numbers are one token kind, years and percentages others', () => {
  expect(words('In 2014 it lost 3,000 jobs or 20%')).toEqual(['in', '<year>', 'it', 'lost', '<n>', 'jobs', 'or', '<%>'])
})

test.each([
  ['falls', 'fall'],
  ['falling', 'fall'],
  ['dropped', 'drop'],
  ['companies', 'company'],
  ['crisis', 'crisis'],
])('the stem of %s is %s', (word, base) => expect(stem(word)).toBe(base))

test('an empty text has no tokens', () => expect(tokenise('')).toEqual([]))
