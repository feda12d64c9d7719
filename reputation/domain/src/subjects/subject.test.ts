import { expect, test } from 'vitest'
import { searchedNames } from './subject.ts'

test('the own name is searched for beside the aliases', () => {
  expect(searchedNames({ name: 'Acme', aliases: [{ text: 'Acme Widgets' }] })).toEqual([
    { text: 'Acme' },
    { text: 'Acme Widgets' },
  ])
})

test('a name of a single letter is searched for by its aliases alone', () => {
  expect(searchedNames({ name: 'X', aliases: [{ text: 'X Corp' }] })).toEqual([{ text: 'X Corp' }])
})

test('an alias of the same spelling says how the name is searched for', () => {
  const aliases = [{ text: 'ACME', caseSensitive: true, needsContext: true }]
  expect(searchedNames({ name: 'Acme', aliases })).toEqual(aliases)
})
