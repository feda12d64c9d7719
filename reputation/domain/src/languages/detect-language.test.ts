import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { openLanguageModel } from './detect-language.ts'
import { isJudgedLanguage } from './judged-languages.ts'

const { detect } = openLanguageModel(readModelFile('languages'))

test.each([
  ['Nordwind recalls 40,000 heaters after fires', 'en'],
  ['Nordwind ruft 40.000 Heizgeräte nach Bränden zurück', 'de'],
  ['Nordwind rappelle 40 000 radiateurs après des incendies', 'fr'],
  ['Nordwind retira 40.000 calefactores tras varios incendios', 'es'],
  ['Nordwind richiama 40.000 stufe dopo alcuni incendi', 'it'],
  ['Nordwind roept 40.000 kachels terug na branden', 'nl'],
  ['Nordwind recolhe 40 mil aquecedores após incêndios', 'pt'],
  ['Nordwind återkallar 40 000 element efter bränder', 'sv'],
  ['Nordwind wycofuje 40 tysięcy grzejników po pożarach', 'pl'],
  ['トヨタ、暖房機をリコール', 'ja'],
  ['삼성전자 실적 발표', 'ko'],
])('%s is %s', (text, language) => {
  expect(detect(text)).toBe(language)
})

test('names alone are of the language that the source declares, and English where it declares none', () => {
  expect(detect('Samsung Galaxy Tab S 8.4')).toBe('en')
  expect(detect('Samsung Galaxy Tab S 8.4', 'de-AT')).toBe('de')
})

test('a text may speak against what its source declares', () => {
  expect(detect('Nordwind ruft 40.000 Heizgeräte nach Bränden zurück', 'en-US')).toBe('de')
  expect(detect('Nordwind recalls 40,000 heaters after fires in three countries', 'de')).toBe('en')
})

test('a language that the table does not know is what the source declares', () => {
  expect(detect('Nordwind herroep 40 000 verwarmers ná brande', 'af')).toBe('af')
  expect(detect('Nordwind recalls 40,000 heaters after fires', 'af')).toBe('en')
  expect(detect('Нордвинд отзывает обогреватели', 'ru')).toBe('ru')
})

test('a script of many languages says nothing without a declaration, and neither do figures', () => {
  expect(detect('Нордвинд отзывает обогреватели')).toBeUndefined()
  expect(detect('Нордвинд отзывает обогреватели', 'en')).toBeUndefined()
  expect(detect('40 000')).toBeUndefined()
  expect(detect('40 000', 'nb-NO')).toBe('no')
  expect(detect('', 'nonsense')).toBeUndefined()
})

test('a text of unknown language is not judged', () => {
  expect(isJudgedLanguage('en')).toBe(true)
  expect(isJudgedLanguage('sv')).toBe(false)
  expect(isJudgedLanguage(undefined)).toBe(false)
})
