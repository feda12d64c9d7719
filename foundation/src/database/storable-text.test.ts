import { expect, test } from 'vitest'
import { storableText } from './storable-text.ts'

test.each([
  ['plain é 你 🙂', 'plain é 你 🙂'],
  ['a\0b\0', 'a\ufffdb\ufffd'],
  ['half \ud800 of one', 'half \ufffd of one'],
])('%j is stored as %j', (text, stored) => {
  expect(storableText(text)).toBe(stored)
})
