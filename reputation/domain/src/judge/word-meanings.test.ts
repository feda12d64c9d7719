import { expect, test } from 'vitest'
import type { WeightTable } from '../text-model/text-model.ts'
import { wordHash } from '../text-model/text-model.ts'
import { beginningKey, meaningKey, meaningWidth, WordMeanings } from './word-meanings.ts'

/** Classes 7 and 9, and the English word "lawsuit". */
function tableOf(keys: readonly number[]): WeightTable {
  const weights = new Int8Array(keys.length * meaningWidth)
  for (let row = 0; row < keys.length; row++) {
    weights.set([7, 9], row * meaningWidth)
    new DataView(weights.buffer).setUint32(row * meaningWidth + 4, wordHash('lawsuit'))
  }
  return { keys: Uint32Array.from(keys).sort(), weights, width: meaningWidth, scale: 1 }
}

const known = { classes: [7, 9], english: wordHash('lawsuit') }
const unknown = { classes: [], english: 0 }

test('a word is known in its own language alone', () => {
  const meanings = new WordMeanings(tableOf([meaningKey('de', 'klage')]))
  expect(meanings.of('de', 'klage')).toEqual(known)
  expect(meanings.of('fr', 'klage')).toEqual(unknown)
})

test('another ending is the same word, but not in English', () => {
  const meanings = new WordMeanings(tableOf([beginningKey('it', 'condann', 7), beginningKey('en', 'condemn', 7)]))
  expect(meanings.of('it', 'condannati')).toEqual(known)
  expect(meanings.of('it', 'condannatissimo')).toEqual(unknown)
  expect(meanings.of('en', 'condemned')).toEqual(unknown)
})

test('a compound is known by its end, where the language writes compounds', () => {
  const meanings = new WordMeanings(tableOf([meaningKey('de', 'klage'), meaningKey('es', 'klage')]))
  expect(meanings.of('de', 'schadenersatzklage')).toEqual(known)
  expect(meanings.of('es', 'schadenersatzklage')).toEqual(unknown)
})
