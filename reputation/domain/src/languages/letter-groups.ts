/**
 * A text as groups of letters: each word in small letters and as UTF-8, four bytes at a time, three apart, and the last
 * four; the first and the last group hold the word's border. Each group as its hash.
 *
 * Index bounds: bytes are read within a word's length.
 */

/** Of a text, as much as tells its language. */
const maxLength = 350
const maxWordBytes = 70
const border = 0x20
const encoder = new TextEncoder()
const bytes = new Uint8Array(4 * maxLength)

/** The groups of the beginning of a text are added. */
export function collectGroups(text: string, groups: Set<number>): void {
  const words = text
    .slice(0, maxLength)
    .replace(/[^\p{L}]+(?<!['`’])/gu, ' ')
    .trim()
    .toLowerCase()
    .split(' ')
  for (const word of words) if (word !== '') collectWord(encoder.encodeInto(word, bytes).written, groups)
}

function collectWord(length: number, groups: Set<number>): void {
  const used = Math.min(length, maxWordBytes)
  let at = 0
  for (; at + 4 < used; at += 3) groups.add(hashGroup(bytes, at, at + 4, at === 0, false))
  groups.add(hashGroup(bytes, Math.max(0, used - 4), length, at === 0, true))
}

/** FNV-1a with a final mix. */
export function hashGroup(bytes: Uint8Array, from: number, to: number, begins: boolean, ends: boolean): number {
  let hash = 0x811c9dc5
  if (begins) hash = Math.imul(hash ^ border, 0x01000193)
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  if (ends) hash = Math.imul(hash ^ border, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
