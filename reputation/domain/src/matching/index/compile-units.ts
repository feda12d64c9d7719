/** The units of an index: their texts and signs, a hash table from text to unit, and the keys under which they stand. */
import { hashText } from '../../hashing/hashing.ts'
import { type SpelledWord, spell } from '../spelling/word-similarity.ts'
import { compileKeyTable } from './key-table.ts'
import type { SectionArray } from './sections.ts'
import { shapeSize, writeShape } from './unit-shapes.ts'
import { keysOf, WordKeys } from './word-keys.ts'

export function compileUnits(
  texts: readonly string[],
  isIndexed: (unit: number) => boolean,
  kinds: Uint8Array,
): Record<string, SectionArray> {
  const words = texts.map(spell)
  const textBytes = new Uint8Array(words.reduce((sum, { textLength }) => sum + textLength, 0))
  const signBytes = new Uint8Array(words.reduce((sum, { length }) => sum + length, 0))
  const unitShape = new Uint32Array(texts.length * shapeSize)
  let textStart = 0
  let signStart = 0
  for (const [unit, word] of words.entries()) {
    writeShape(unitShape, unit, word, { kinds: kinds[unit] ?? 0, signStart, textStart })
    signBytes.set(word.signs, signStart)
    signStart += word.length
    for (const character of word.text) textBytes[textStart++] = character.charCodeAt(0)
  }
  return { unitShape, textBytes, signBytes, unitSlots: compileSlots(texts), ...compileKeys(words, isIndexed) }
}

/** An open-addressing hash table of `unit + 1`; 0 is a free slot. */
function compileSlots(texts: readonly string[]): Uint32Array {
  const slots = new Uint32Array(2 ** Math.max(4, Math.ceil(Math.log2(texts.length * 2 + 1))))
  for (const [unit, text] of texts.entries()) {
    let slot = hashText(text) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = unit + 1
  }
  return slots
}

/** The keys of the units that are indexed. */
function compileKeys(
  words: readonly SpelledWord[],
  isIndexed: (unit: number) => boolean,
): Record<string, SectionArray> {
  const keys: number[] = []
  const keyEnd = new Uint32Array(words.length)
  const wordKeys = new WordKeys()
  for (const [unit, word] of words.entries()) {
    if (isIndexed(unit)) {
      keysOf(word, 'listed', wordKeys)
      const own = wordKeys.current()
      for (const [i, key] of own.entries()) if (own.indexOf(key) === i) keys.push(key)
    }
    keyEnd[unit] = keys.length
  }
  return compileKeyTable(Uint32Array.from(keys), keyEnd)
}
