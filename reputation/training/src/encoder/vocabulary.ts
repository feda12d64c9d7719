/**
 * The encoder's vocabulary: the pieces of a pre-trained one that news is written with, and the English words for words of
 * other languages, as pieces.
 *
 * Index bounds: rows are those of the pre-trained vocabulary, keys those of the maps that they were taken from.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  glossWidth,
  maxGlossPieces,
  pieceKey,
  specialPieces,
  TextPieces,
} from '@service/reputation-domain/judge/text-pieces.ts'
import {
  beginningKey,
  maxVaryingEnding,
  meaningKey,
  minBeginning,
} from '@service/reputation-domain/judge/word-meanings.ts'
import type { WeightTable } from '@service/reputation-domain/text-model/model-file.ts'

const training = join(import.meta.dirname, '..', '..')
/** Lists of words with their English ones behind; the first file that has a word counts. */
const glossFolders = [join(training, 'glosses'), join(training, 'meanings')]

export const noGlosses: WeightTable = {
  keys: new Uint32Array(0),
  weights: new Int8Array(0),
  width: glossWidth,
  scale: 1,
}

/** Pieces by their keys, ascending, with the row of each in the pre-trained vocabulary. */
export type Vocabulary = { keys: Uint32Array; rows: Uint32Array }

/** The whole pre-trained vocabulary. Throws where two pieces have one key. */
export function readVocabulary(file: string): Vocabulary {
  const rowOf = new Map<number, number>()
  for (const [row, piece] of readFileSync(file, 'utf8').trimEnd().split('\n').entries()) {
    const key = piece.startsWith('##') ? pieceKey(false, piece, 2) : pieceKey(true, piece)
    if (rowOf.has(key)) throw new RangeError(`two pieces have the key of ${piece}`)
    rowOf.set(key, row)
  }
  return byKey(rowOf)
}

/** Those pieces that were used, single letters and signs, and the special ones. */
export function usedOf({ keys, rows }: Vocabulary, used: ReadonlySet<number>, file: string): Vocabulary {
  const pieces = readFileSync(file, 'utf8').trimEnd().split('\n')
  const special: readonly string[] = Object.values(specialPieces)
  const kept = new Map<number, number>()
  for (const [at, key] of keys.entries()) {
    const piece = pieces[rows[at]!]!
    if (used.has(at) || special.includes(piece) || /^(?:##)?[\x21-\x7e€£’–]$/.test(piece)) kept.set(key, rows[at]!)
  }
  return byKey(kept)
}

function byKey(rowOf: ReadonlyMap<number, number>): Vocabulary {
  const keys = Uint32Array.from(rowOf.keys()).sort()
  return { keys, rows: keys.map((key) => rowOf.get(key)!) }
}

/** English words of words of other languages, cut into pieces. */
export function glossTable(vocabulary: Uint32Array): WeightTable {
  const pieces = new TextPieces(vocabulary, noGlosses)
  const exact = new Map<number, Int8Array>()
  const beginnings = new Map<number, Int8Array>()
  for (const [language, word, english] of readGlosses()) {
    const key = meaningKey(language, word)
    if (exact.has(key)) continue
    const row = new Int8Array(glossWidth)
    const ids = english === '' ? [] : pieces.cut(english).slice(0, maxGlossPieces)
    for (const [i, id] of ids.entries()) {
      row[2 * i] = (id + 1) >> 8
      row[2 * i + 1] = id + 1
    }
    exact.set(key, row)
    for (let length = word.length; length >= Math.max(minBeginning, word.length - maxVaryingEnding); length--) {
      const beginning = beginningKey(language, word, length)
      if (!beginnings.has(beginning)) beginnings.set(beginning, row)
    }
  }
  const all = new Map([...beginnings, ...exact])
  const keys = Uint32Array.from(all.keys()).sort()
  const weights = new Int8Array(keys.length * glossWidth)
  for (const [at, key] of keys.entries()) weights.set(all.get(key)!, at * glossWidth)
  return { keys, weights, width: glossWidth, scale: 1 }
}

/** Language, word, English: of the short words and the set ones first, then of the words with a meaning. */
export function readGlosses(folders = glossFolders): [language: string, word: string, english: string][] {
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^(?!en)[a-z]{2}\.tsv$/.test(name))
      .sort()
      .flatMap((file) =>
        readFileSync(join(folder, file), 'utf8')
          .trimEnd()
          .split('\n')
          .flatMap((line): [string, string, string][] => {
            const [word = '', english = ''] = line.split(/[\t ]/)
            const isTabbed = line.includes('\t')
            const text = isTabbed ? line.slice(line.indexOf('\t') + 1) : english
            if (!isTabbed && text === text.toUpperCase()) return []
            return [[file.slice(0, 2), word, text === '-' ? '' : text.replaceAll('-', ' ')]]
          }),
      ),
  )
}
