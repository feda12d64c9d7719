import { expect, test } from 'vitest'
import { read } from './reading.ts'

const of = (marked: string) => {
  const start = marked.indexOf('[')
  return read({ text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 })
}
const token = (marked: string, word: string) => of(marked).tokens.find((item) => item.word === word)!

test('the target is one token, whatever it is made of', () => {
  const { tokens, target, targetWords } = of('Shares of [J. P. Morgan & Co.]-backed Uber fall')
  expect(tokens[target]!.word).toBe('<target>')
  expect(targetWords).toContain('morgan')
  expect(tokens.at(-1)!.word).toBe('fall')
})

test('a negation reaches to the end of its clause', () => {
  expect(token('[Nordwind] did not break the law', 'break').isNegated).toBe(true)
  expect(token('[Nordwind] did not pay, it broke the law', 'broke').isNegated).toBe(false)
})

test('acts of the target are distinguished from acts on it', () => {
  expect(token('[Nordwind] was accused of fraud', 'accused').isPassive).toBe(true)
  expect(token('[Nordwind] accused Ostsee of fraud', 'accused').isPassive).toBe(false)
})

test('two pieces of news in one headline are two segments', () => {
  const { tokens, target } = of('Founder of [Nordwind] fights back; Ostsee rallies')
  expect(tokens.at(-1)!.segment).not.toBe(tokens[target]!.segment)
})

test('a quotation that began before the text is recognised by its end', () => {
  expect(token('He is a liar,” [Nordwind] said', 'liar').isQuoted).toBe(true)
  expect(token('[Nordwind] said: “He is a liar”', 'said').isQuoted).toBe(false)
})

test('places are those of the whole text, also where only a sentence was read', () => {
  const filler = 'It rained for weeks and nobody in the whole town spoke of anything but the rain. '.repeat(8)
  const text = `${filler}Then Nordwind fell. ${filler}`
  const start = text.indexOf('Nordwind')
  const { tokens } = read({ text, start, end: start + 8 })
  for (const { word, start, end } of tokens) if (word === 'fell') expect(text.slice(start, end)).toBe('fell')
  expect(tokens.length).toBeLessThan(10)
})
