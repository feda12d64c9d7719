import { expect, test } from 'vitest'
import { readHeadline } from './headline.ts'
import { compilePhrases, phraseEnd } from './phrase.ts'

const stands = (phrases: string, text: string): boolean => {
  const words = readHeadline(text, { start: 0, end: 4 })
  return compilePhrases(phrases).some((phrase) => words.some((_, from) => phraseEnd(phrase, words, from) >= 0))
}

test.each([
  ['recall*', 'Acme recalls dolls', true],
  ['recall', 'Acme recalls dolls', false],
  ['cuts|axes ~ jobs', 'Acme axes seven thousand jobs', true],
  ['cuts|axes ~ jobs', 'Acme axes more than seven thousand old jobs', false],
  ['chief ~ quits|steps_down', 'Acme chief steps down', true],
  ['chief ~ quits|steps_down', 'Acme chief quits', true],
  ['chief ~ quits|steps_down', 'Acme chief steps out', false],
  ['cuts # jobs', 'Acme cuts 7,000 jobs', true],
  ['search for @', 'Acme', false],
  ['sues ~ fees', 'Acme sues; rival raises fees', false],
])('"%s" in "%s": %s', (phrases, text, expected) => {
  expect(stands(phrases, text)).toBe(expected)
})
