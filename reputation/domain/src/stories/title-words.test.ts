import { expect, test } from 'vitest'
import { titleWords } from './title-words.ts'

const words = (title: string, name: string) => {
  const start = title.indexOf(name)
  return titleWords(title, { start, end: start + name.length })
}

test('small words, endings and the company itself are left out', () => {
  expect(words("Acme's users are asked to change their passwords", 'Acme')).toEqual([
    'user',
    'ask',
    'chang',
    'password',
  ])
})

test('inflections are one word, and a word counts once', () => {
  expect(words('Acme recalls recalled recalling recall', 'Acme')).toHaveLength(1)
})

test('numbers distinguish one recall from another', () => {
  expect(words('Acme recalls 8.45 million cars', 'Acme')).toContain('8.45')
})
