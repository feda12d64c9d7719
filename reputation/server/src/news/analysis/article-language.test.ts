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

test('a mention in a language that is not judged says so', () => {
  const mention = { title: 'Nordwind åtalas', pCompany: 1, role: 'subject' } as unknown as StoredMention
  expect(inLanguage(mention, 'en')).toEqual({ ...mention, language: 'en' })
  expect(inLanguage(mention, 'sv')).toEqual({ ...mention, language: 'sv', judged: false })
  expect(inLanguage(mention, undefined)).toEqual({ ...mention, judged: false })
})
