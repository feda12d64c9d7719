/**
 * Names of a consonantal script beside Latin spellings of them. Arabic and Hebrew leave most vowels out, so the two are
 * aligned sign by sign: every consonant must find its sound, while the vowels that Latin script adds cost little.
 *
 * Index bounds: words are ASCII and at most `maxWordLength` letters, the tables here have a place for every letter and
 * sign, and the rows one more than a word has.
 */
import { minInt } from './branchless-min.ts'
import { maxWordLength, signCount, signNamed, signNames } from './signs.ts'

/**
 * Latin sounds (see `signNamed`: `K` kh, `S` sh, `C` ch, `Z` zh, `T` th, `G` gh, `D` dh, `c` ts) that each
 * letter of a consonantal script may stand for, the usual ones first and the rarer ones, at a price, after the bar.
 */
const sounds: Record<string, string> = {
  b: 'bp|v', p: 'p|bf', t: 'tT|d', T: 'Ts|t', j: 'jgZ|yzdC', C: 'CSc|js', h: 'h|Kak', X: 'Kk|hxCc', d: 'd|tD', D: 'dDz|t', Z: 'zDd|j',
  r: 'r|l', z: 'zs|Dc', J: 'Zjz|', s: 's|zcS', S: 'SC|sjc', G: 'Gg|kqr', f: 'f|pv', v: 'v|fb', q: 'kgq|GK', k: 'k|gcCK', g: 'g|kjG', l: 'l|r',
  m: 'm|n', n: 'n|m', w: 'vuo|b', y: 'yije|', a: 'ae|oiu', e: 'aeiou|',
} // biome-ignore format: one alphabet, read as one table

const letters = Object.keys(sounds).join('')
/** Prices are counted in hundredths of a consonant that does not fit. */
const whole = 100
/** Price of reading letter i as sign s: `meeting[i * signCount + s]`. */
const meeting = new Uint8Array(letters.length * signCount).fill(whole)
for (const [index, spoken] of Object.values(sounds).entries()) {
  const [usual = '', rare = ''] = spoken.split('|')
  for (const sound of rare) meeting[index * signCount + signNamed(sound)] = 35
  for (const sound of usual) meeting[index * signCount + signNamed(sound)] = 0
}
const indexOfLetter = new Int8Array(128).fill(-1)
for (const [index, letter] of [...letters].entries()) indexOfLetter[letter.charCodeAt(0)] = index

/** Price of a letter that the Latin spelling leaves unspoken, by letter. */
const unspoken = new Uint8Array(letters.length).fill(whole)
for (const [letter, cost] of Object.entries({ e: 5, a: 25, h: 40, w: 30, y: 25 }))
  unspoken[letters.indexOf(letter)] = cost
/** Price of a letter that repeats the one before it, and of an `h` that a word ends in. */
const silentLetter = 3
/** Price of an `h` that a word ends in read as a t, which is said where another word depends on it: Qa'idat al-Jihad. */
const constructT = 5

/** Price of a Latin sign that the script does not write: short vowels nearly free, a consonant a full edit. */
const unwritten = new Uint8Array(signCount).fill(whole)
for (const [vowel, cost] of Object.entries({ a: 4, e: 4, i: 5, o: 7, u: 7, y: 30, h: 35, v: 80 }))
  unwritten[signNamed(vowel)] = cost

const width = maxWordLength + 2
const [firstRow, secondRow] = [new Int32Array(width), new Int32Array(width)]
const h = letters.indexOf('h')
const t = signNamed('t')

/** The similarity of words that are alike in every sound, and what it loses by a distance as large as the word. */
const alike = 0.98
const slope = 0.5

/** Size of a word: its letters, of which those that are sometimes silent count in part. */
function sizeOf(word: string, from: number): number {
  let size = 1
  for (let at = from; at < word.length; at++) {
    const letter = indexOfLetter[word.charCodeAt(at)]!
    if (letter < 0) return 0
    if (at > from && word.charCodeAt(at) === word.charCodeAt(at - 1)) continue
    size += unspoken[letter] === whole ? 1 : unspoken[letter]! >= 25 ? 0.5 : 0
  }
  return size
}

/**
 * Similarity in [0, 0.98] of a consonantal word, from the letter at `from` on, and the signs of a Latin word; 0 when they
 * are not spellings of one name, or may be less similar than `min`. Never 1: the script does not tell which vowels were
 * meant.
 */
export function consonantalSimilarity(
  word: string,
  from: number,
  signs: Uint8Array,
  start: number,
  signLength: number,
  min = 0,
): number {
  const size = sizeOf(word, from)
  if (size === 0) return 0
  const limit = size * Math.min(0.3 * whole, ((alike - min) / slope) * whole + 1e-6)
  let above = firstRow
  let row = secondRow
  above[0] = 0
  for (let col = 1; col <= signLength; col++) above[col] = above[col - 1]! + unwritten[signs[start + col - 1]!]! * 2
  for (let line = from; line < word.length; line++) {
    const letter = indexOfLetter[word.charCodeAt(line)]!
    const doubled = line > from && word.charCodeAt(line) === word.charCodeAt(line - 1)
    const isFinalH = letter === h && line === word.length - 1
    const silent = doubled || isFinalH ? silentLetter : unspoken[letter]!
    const prices = letter * signCount
    let diagonal = above[0]!
    let left = diagonal + silent
    let nearest = left
    row[0] = left
    for (let col = 1; col <= signLength; col++) {
      const sign = signs[start + col - 1]!
      let best = diagonal + (isFinalH && sign === t ? constructT : meeting[prices + sign]!)
      diagonal = above[col]!
      best = minInt(best, diagonal + silent)
      best = minInt(best, left + unwritten[sign]!)
      nearest = minInt(nearest, best)
      row[col] = best
      left = best
    }
    if (nearest > limit) return 0
    const recycled = above
    above = row
    row = recycled
  }
  const distance = above[signLength]!
  return distance >= limit ? 0 : alike - (slope * distance) / whole / size
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
  for (let i = 0; i < length; i++) skeleton = withClass(skeleton, latinClass[signNames[signs[i]!]!])
  return skeleton
}

const latinClassOfSign = Uint8Array.from({ length: signCount }, (_, sign) =>
  (latinClass[signNames[sign] ?? ''] ?? '\0').charCodeAt(0),
)

/** Writes the letters of `latinSkeleton` to `out`; returns how many there are. */
export function writeLatinSkeleton(signs: Uint8Array, length: number, out: Uint8Array): number {
  let count = 0
  for (let i = 0; i < length; i++) {
    const found = latinClassOfSign[signs[i]!]!
    if (found !== 0 && (count === 0 || out[count - 1] !== found)) out[count++] = found
  }
  return count
}

/** A doubled consonant counts once, as in the comparison. */
const withClass = (skeleton: string, found: string | undefined): string =>
  found === undefined || skeleton.endsWith(found) ? skeleton : skeleton + found
