import { expect, test } from 'vitest'
import { compileAliases } from './find-aliases.ts'

const finder = compileAliases([
  { id: 'ford', aliases: [{ text: 'Ford', caseSensitive: true }, { text: 'Ford Motor' }] },
  { id: 'att', aliases: [{ text: 'AT&T' }] },
  { id: 'chang', aliases: [{ text: "P.F. Chang's" }, { text: 'PF Chang’s' }] },
  { id: 'bank', aliases: [{ text: 'Bank of America' }] },
  { id: 'america', aliases: [{ text: 'America' }] },
  { id: 'target', aliases: [{ text: 'Target', caseSensitive: true, needsContext: true }] },
  { id: 'odd', aliases: [{ text: '' }, { text: '  ' }, { text: '!!' }] },
  { id: 'zurich', aliases: [{ text: 'Zürich' }] },
])
const found = (text: string) =>
  finder.find(text).map(({ subjectId, start, end }) => [subjectId, text.slice(start, end)])

test('a name is found as a word of its own', () => {
  expect(found("Ford's plan, Ford-built cars")).toEqual([
    ['ford', 'Ford'],
    ['ford', 'Ford'],
  ])
  expect(found('Fordham and Stanford, afford')).toEqual([])
})

test('case matters only for names that ask for it', () => {
  expect(found('to ford a river; FORD MOTOR gains; hit the target')).toEqual([['ford', 'FORD MOTOR']])
})

test('of names that overlap the first and longest is found', () => {
  expect(found('Bank of America sues')).toEqual([['bank', 'Bank of America']])
  expect(found('Ford Motor Company')).toEqual([['ford', 'Ford Motor']])
})

test('all apostrophes are equal, and symbols belong to a name', () => {
  expect(found('PF Chang\u2019s and P.F. Chang\u2019s, AT&T.')).toEqual([
    ['chang', 'PF Chang\u2019s'],
    ['chang', 'P.F. Chang\u2019s'],
    ['att', 'AT&T'],
  ])
})

test('letters beyond ASCII are folded too', () => expect(found('ZÜRICH pays')).toEqual([['zurich', 'ZÜRICH']]))

test('empty names are found nowhere', () => expect(found('!! and nothing')).toEqual([]))

test('two subjects may share a name', () => {
  const shared = compileAliases([
    { id: 'a', aliases: [{ text: 'Delta' }] },
    { id: 'b', aliases: [{ text: 'Delta' }] },
  ])
  expect(shared.find('Delta flies').map(({ subjectId }) => subjectId)).toEqual(['a', 'b'])
})

test('a match says whether the name needs context', () => {
  expect(finder.find('Target opens').map(({ needsContext }) => needsContext)).toEqual([true])
})

test('it finds what a search of each name by itself finds', () => {
  const aliases = ['aba', 'ab', 'bab', 'b', 'abab c', 'c'].map((text) => ({ text }))
  const automaton = compileAliases(aliases.map((alias, i) => ({ id: String(i), aliases: [alias] })))
  const text = 'aba ab bab b abab c abac ab'
  const expected = [...text.matchAll(/(?<!\w)(?:abab c|aba|ab|bab|b|c)(?!\w)/g)].map(({ index, 0: word }) => [
    index,
    word,
  ])
  expect(automaton.find(text).map(({ start, end }) => [start, text.slice(start, end)])).toEqual(expected)
})
