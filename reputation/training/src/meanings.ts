/** The table of word meanings from the lists in `meanings/`: in English a word and its classes, else its English word between. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  beginningKey,
  maxClasses,
  maxVaryingEnding,
  meaningKey,
  meaningWidth,
  minBeginning,
} from '@service/reputation-domain/judge/word-meanings.ts'
import type { WeightTable } from '@service/reputation-domain/text-model/model-file.ts'
import { wordHash } from '@service/reputation-domain/text-model/word-hash.ts'

const meaningsFolder = join(import.meta.dirname, '..', 'meanings')

/** Throws `RangeError` with file and line where a code is unknown. */
export function readMeanings(folder = meaningsFolder): WeightTable {
  const numbers = new Map(readCodes(folder).map((code, index) => [code, index + 1]))
  const rows = new Map<number, Int8Array>()
  const beginnings = new Map<number, Int8Array>()
  for (const file of readdirSync(folder)
    .filter((name) => /^[a-z]{2}\.tsv$/.test(name))
    .sort()) {
    const language = file.slice(0, 2)
    for (const [index, line] of lines(folder, file).entries()) {
      const [word = '', ...rest] = line.split(' ')
      const english = language === 'en' ? '' : (rest.shift() ?? '')
      const row = new Int8Array(meaningWidth)
      for (const [i, code] of rest.slice(0, maxClasses).entries()) {
        const number = numbers.get(code)
        if (number === undefined) throw new RangeError(`${file}, line ${index + 1}: no such class: ${code}`)
        row[i] = number
      }
      if (english !== '') new DataView(row.buffer).setUint32(maxClasses, wordHash(english))
      rows.set(meaningKey(language, word), row)
      if (language === 'en') continue
      for (let length = word.length; length >= Math.max(minBeginning, word.length - maxVaryingEnding); length--) {
        const key = beginningKey(language, word, length)
        if (!beginnings.has(key)) beginnings.set(key, row)
      }
    }
  }
  const all = new Map([...beginnings, ...rows])
  const keys = Uint32Array.from(all.keys()).sort()
  const weights = new Int8Array(keys.length * meaningWidth)
  for (const [at, key] of keys.entries()) weights.set(all.get(key)!, at * meaningWidth)
  return { keys, weights, width: meaningWidth, scale: 1 }
}

/** The codes of the classes, in the order of their numbers. */
export const readCodes = (folder = meaningsFolder): string[] =>
  lines(folder, 'classes.tsv').map((line) => line.split('\t')[0] ?? '')

const lines = (folder: string, file: string): string[] => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
