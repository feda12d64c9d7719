import { expect, test } from 'vitest'
import { Features } from '../text-model/text-model.ts'
import { collectJudgeFeatures, type JudgedText } from './features.ts'
import { glossWidth, maxPieces, pieceKey, specialPieces, TextPieces } from './text-pieces.ts'
import { beginningKey, meaningKey, meaningWidth, WordMeanings } from './word-meanings.ts'

const begins = [...Object.values(specialPieces), '.', "'", 'fire', 'at', 'plant', 'fine', 'd', '1', 'court']
const goesOn = ['##s', '##2', '##e', '##x']
const pieceOf = new Map(
  [...begins.map((piece) => [pieceKey(true, piece), piece] as const)].concat(
    goesOn.map((piece) => [pieceKey(false, piece, 2), piece] as const),
  ),
)
const vocabulary = Uint32Array.from(pieceOf.keys()).sort()
const rowOf = (piece: string) => vocabulary.indexOf(pieceKey(true, piece))
const noMeanings = new WordMeanings({
  keys: new Uint32Array(0),
  weights: new Int8Array(0),
  width: meaningWidth,
  scale: 1,
})

function glossesOf(words: Record<string, string>) {
  const rows = Object.entries(words).flatMap(([word, english]) =>
    [meaningKey('de', word), beginningKey('de', word, Math.max(5, word.length - 1))].map((key) => ({ key, english })),
  )
  rows.sort((a, b) => a.key - b.key)
  const weights = new Int8Array(rows.length * glossWidth)
  for (const [at, { english }] of rows.entries()) weights[at * glossWidth + 1] = english === '' ? 0 : rowOf(english) + 1
  return { keys: Uint32Array.from(rows, ({ key }) => key), weights, width: glossWidth, scale: 1 }
}

const reader = new TextPieces(vocabulary, glossesOf({ brand: 'fire', gericht: 'court', sich: '' }))

/** The company stands in brackets. */
function pieces(marked: string, language: JudgedText['language'] = 'en', firstSentence?: string): string {
  const start = marked.indexOf('[')
  const headline = { text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 }
  const text: JudgedText = { headline, language, ...(firstSentence && { firstSentence }) }
  const { ids, size } = reader.of(collectJudgeFeatures(text, noMeanings, new Features()), text)
  return [...ids.subarray(0, size)].map((id) => pieceOf.get(vocabulary[id]!)).join(' ')
}

test('the company is one piece, wherever its name stands', () =>
  expect(pieces('Fire at [Nord Wind] plant', 'en', 'Nord Wind plant.')).toBe(
    '[CLS] fire at [unused1] plant . [unused1] plant . [SEP]',
  ))

test('words are cut into the longest pieces that there are', () =>
  expect(pieces('Fires, Fines at [X]')).toBe('[CLS] fire ##s [UNK] fine ##s at [unused1] [SEP]'))

test('a word that cannot be cut is one unknown piece', () =>
  expect(pieces('firezzz [X]')).toBe('[CLS] [UNK] [unused1] [SEP]'))

test('numbers are read as they stand, accents are not', () => {
  expect(pieces('12 [X]')).toBe('[CLS] 1 ##2 [unused1] [SEP]')
  expect(pieces('Fíré [X]')).toBe('[CLS] fire [unused1] [SEP]')
})

test('words of other languages become English ones, by their beginning too', () => {
  expect(pieces('Brand bei [X]: Gerichte', 'de')).toBe('[CLS] fire [UNK] [unused1] [UNK] court [SEP]')
  expect(pieces('Brand bei [X]', 'en')).toBe('[CLS] [UNK] [UNK] [unused1] [SEP]')
})

test('what English leaves out is left out', () => expect(pieces('sich [X]', 'de')).toBe('[CLS] [unused1] [SEP]'))

test('long texts are cut, with the mark of the end', () => {
  const long = pieces(`[X] ${'fire '.repeat(200)}`)
  expect(long.split(' ')).toHaveLength(maxPieces)
  expect(long.endsWith(' fire [SEP]')).toBe(true)
})

test('a vocabulary without what every text needs is refused', () =>
  expect(() => new TextPieces(Uint32Array.of(1), glossesOf({}))).toThrow(RangeError))
