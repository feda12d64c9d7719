/**
 * Names of a consonantal script beside Latin spellings of them. Arabic and Hebrew leave most vowels out, so the two are
 * aligned sign by sign: every consonant must find its sound, while the vowels that Latin script adds cost little.
 */
import { longestWord } from './spelling.ts'

/**
 * Latin sounds (the signs of `spelling.ts`: `K` kh, `S` sh, `C` ch, `Z` zh, `T` th, `G` gh, `D` dh, `c` ts) that each
 * letter of a consonantal script may stand for, the usual ones first and the rarer ones, at a price, after the bar.
 */
const sounds: Record<string, string> = {
  b: 'bp|v', p: 'p|bf', t: 'tT|d', T: 'Ts|t', j: 'jgZ|yzdC', C: 'CSc|js', h: 'h|Kak', X: 'Kk|hxCc', d: 'd|tD', D: 'dDz|t', Z: 'zDd|j',
  r: 'r|l', z: 'zs|Dc', J: 'Zjz|', s: 's|zcS', S: 'SC|sjc', G: 'Gg|kqr', f: 'f|pv', v: 'v|fb', q: 'kgq|GK', k: 'k|gcCK', g: 'g|kjG', l: 'l|r',
  m: 'm|n', n: 'n|m', w: 'vuo|b', y: 'yije|', a: 'ae|oiu', e: 'aeiou|',
} // biome-ignore format: one alphabet, read as one table

const signLetters = ' abcdefghijklmnopqrstuvwxyz0123456789SCKZTGDc'
const signOfSound = new Map([...'SCKZTGD'].map((sound) => [sound, signLetters.indexOf(sound)]))
signOfSound.set('c', 44)
const signOf = (sound: string): number => signOfSound.get(sound) ?? sound.charCodeAt(0) - 96

const signCount = 45
const letters = Object.keys(sounds).join('')
/** Price of reading letter i as sign s: `meeting[i * signCount + s]`. */
const meeting = new Float32Array(letters.length * signCount).fill(1)
for (const [index, letter] of [...letters].entries()) {
  const [usual, rare] = sounds[letter]!.split('|') as [string, string]
  for (const sound of rare) meeting[index * signCount + signOf(sound)] = 0.35
  for (const sound of usual) meeting[index * signCount + signOf(sound)] = 0
}
const indexOfLetter = new Int8Array(128).fill(-1)
for (const [index, letter] of [...letters].entries()) indexOfLetter[letter.charCodeAt(0)] = index

/** Price of a letter that the Latin spelling leaves unspoken, by letter. */
const unspoken = new Float32Array(letters.length).fill(1)
const setUnspoken = (letter: string, cost: number) => {
  unspoken[letters.indexOf(letter)] = cost
}
setUnspoken('e', 0.05)
setUnspoken('a', 0.25)
setUnspoken('h', 0.4)
setUnspoken('w', 0.3)
setUnspoken('y', 0.25)

/** Price of a Latin sign that the script does not write: short vowels nearly free, a consonant a full edit. */
const unwritten = new Float32Array(signCount).fill(1)
for (const [vowel, cost] of [
  ['a', 0.04],
  ['e', 0.04],
  ['i', 0.05],
  ['o', 0.07],
  ['u', 0.07],
  ['y', 0.3],
  ['h', 0.35],
  ['v', 0.8],
] as const)
  unwritten[signOf(vowel)] = cost

const width = longestWord + 2
let above = new Float32Array(width)
let row = new Float32Array(width)

/**
 * Similarity in [0, 0.98] of a consonantal word (without its mark) and the signs of a Latin word; 0 when they are not
 * spellings of one name. Never 1: the script does not tell which vowels were meant.
 */
export function consonantalSimilarity(word: string, signs: Uint8Array, start: number, signLength: number): number {
  above[0] = 0
  for (let col = 1; col <= signLength; col++) above[col] = above[col - 1]! + unwritten[signs[start + col - 1]!]! * 2
  let size = 1
  for (let line = 0; line < word.length; line++) {
    const letter = indexOfLetter[word.charCodeAt(line)]!
    if (letter < 0) return 0
    const last = line === word.length - 1
    const doubled = line > 0 && word[line] === word[line - 1]
    const silent = (last && word[line] === 'h') || doubled ? 0.03 : unspoken[letter]!
    if (!doubled) size += unspoken[letter] === 1 ? 1 : unspoken[letter]! >= 0.25 ? 0.5 : 0
    row[0] = above[0]! + silent
    for (let col = 1; col <= signLength; col++) {
      const sign = signs[start + col - 1]!
      let best = above[col - 1]! + meeting[letter * signCount + sign]!
      const skipped = above[col]! + silent
      if (skipped < best) best = skipped
      const added = row[col - 1]! + unwritten[sign]!
      if (added < best) best = added
      row[col] = best
    }
    const recycled = above
    above = row
    row = recycled
  }
  const distance = above[signLength]!
  if (distance > 0.3 * size) return 0
  return 0.98 - (0.5 * distance) / size
}

/** Classes of consonants that survive in both scripts; the rest (vowels, h, w, y, ayin) may be lost in either. */
const latinClass: Record<string, string> = {
  b: 'b', p: 'b', f: 'f', t: 't', d: 'd', T: 't', D: 'd', j: 'j', Z: 'j', C: 'S', S: 'S', s: 's', z: 'z', c: 's', k: 'k', g: 'k', G: 'k', K: 'x', l: 'l',
  r: 'r', m: 'm', n: 'n',
} // biome-ignore format: one alphabet, read as one table
const scriptClass: Record<string, string> = {
  b: 'b', p: 'b', t: 't', T: 's', j: 'j', C: 'S', X: 'x', d: 'd', D: 'd', Z: 'z', r: 'r', z: 'z', J: 'j', s: 's', S: 'S', G: 'k', f: 'f', v: 'f', q: 'k', k: 'k',
  g: 'k', l: 'l', m: 'm', n: 'n',
} // biome-ignore format: one alphabet, read as one table

/** The consonant classes of a consonantal word, the key under which Latin spellings of it are found. */
export function scriptSkeleton(word: string): string {
  let skeleton = ''
  for (const letter of word) skeleton = withClass(skeleton, scriptClass[letter])
  return skeleton
}

/** The consonant classes of a Latin word's signs. */
export function latinSkeleton(signs: Uint8Array, length: number): string {
  let skeleton = ''
  for (let i = 0; i < length; i++)
    skeleton = withClass(skeleton, latinClass[signs[i]! === 44 ? 'c' : signLetters[signs[i]!]!])
  return skeleton
}

/** A doubled consonant counts once, as in the comparison. */
const withClass = (skeleton: string, found: string | undefined): string =>
  found === undefined || skeleton.endsWith(found) ? skeleton : skeleton + found
