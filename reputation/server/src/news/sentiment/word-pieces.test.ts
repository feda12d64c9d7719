import { expect, test } from 'vitest'
import { WordPieces } from './word-pieces.ts'

const words = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'acme', 'sue', '##s', '##d', 'cafe', ',', '株']
const vocabulary = {
  ids: new Map(words.map((word, id) => [word, id])),
  lowercase: true,
  prefix: '##',
  unknown: '[UNK]',
}
const pieces = new WordPieces(vocabulary)
const encoded = (text: string, second?: string) => pieces.encode(16, text, second).ids.map((id) => words[id])

test('words are split into the longest known pieces, without case and accents', () => {
  expect(encoded('ACME sued, Café sues')).toEqual(['[CLS]', 'acme', 'sue', '##d', ',', 'cafe', 'sue', '##s', '[SEP]'])
})

test('an unknown word is one unknown token', () => {
  expect(encoded('acme zorbs acme')).toEqual(['[CLS]', 'acme', '[UNK]', 'acme', '[SEP]'])
  expect(encoded('x'.repeat(101))).toEqual(['[CLS]', '[UNK]', '[SEP]'])
  expect(encoded('')).toEqual(['[CLS]', '[SEP]'])
})

test('Chinese characters are words of their own', () => {
  expect(encoded('株株acme')).toEqual(['[CLS]', '株', '株', 'acme', '[SEP]'])
})

test('a second text follows in a segment of its own, and the first is cut so that both fit', () => {
  const { ids, segments } = pieces.encode(8, 'acme '.repeat(20), 'cafe')
  expect(ids.map((id) => words[id])).toEqual(['[CLS]', 'acme', 'acme', 'acme', 'acme', '[SEP]', 'cafe', '[SEP]'])
  expect(segments).toEqual([0, 0, 0, 0, 0, 0, 1, 1])
})

test('a vocabulary without the special tokens is refused', () => {
  expect(() => new WordPieces({ ...vocabulary, ids: new Map([['acme', 0]]) })).toThrow('the vocabulary has no [CLS]')
})
