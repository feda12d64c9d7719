import { expect, test } from 'vitest'
import type { StoredMention } from '../model/stored-mention.ts'
import { inLanguage, languageOf } from './article-language.ts'
import { readModels } from './models.ts'

const { languages } = readModels()

test.each([
  ['Deutsche Lufthansa sued', 'Deutsche Lufthansa'],
  ['Société Générale fined', 'Société Générale'],
  ['Banco Santander shares fall', 'Banco Santander'],
])('the name of a company says nothing of the language: %s', (title, name) => {
  expect(languageOf(languages, { title }, [name])).toBe('en')
})

test('the lead helps where the title says little, and what is declared where neither does', () => {
  const text = 'Ett femtiotal anställda varslas om uppsägning sedan fabriken har förlorat sin största kund.'
  expect(languageOf(languages, { title: 'Nordwind' }, ['Nordwind'])).toBe('en')
  expect(languageOf(languages, { title: 'Nordwind', text }, ['Nordwind'])).toBe('sv')
  expect(languageOf(languages, { title: 'Nordwind', language: 'sv-SE' }, ['Nordwind'])).toBe('sv')
})

test('a mention in a language that is not judged keeps nothing that was judged', () => {
  const mention = {
    title: 'Nordwind åtalas',
    pCompany: 1,
    role: 'subject',
    probabilities: { negative: 0.8, neutral: 0.1, positive: 0.1 },
    risks: [{ category: 'legal_regulatory', strength: 3, because: 'x' }],
    words: [{ word: 'x', weight: -1 }],
  } as unknown as StoredMention
  expect(inLanguage(mention, 'en')).toEqual({ ...mention, language: 'en' })
  const nothing = { probabilities: { negative: 0, neutral: 1, positive: 0 }, risks: [], words: [] }
  expect(inLanguage(mention, 'sv')).toEqual({ ...mention, ...nothing, language: 'sv', judged: false })
  expect(inLanguage(mention, undefined)).toEqual({ ...mention, ...nothing, judged: false })
})
