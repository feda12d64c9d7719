/**
 * How near two words are as spellings of one name. A word is first rewritten so that one sound is one sign, whatever
 * the transliteration ('sh', 'ch', 'kh'; 'ph' is f, 'q' is k, doubled letters are single); the distance then counts the
 * edits between the signs, each with a price: a vowel is cheap, for transliterations disagree about vowels most; two
 * consonants that stand for one foreign letter are cheaper than two that do not (`sign-prices.ts`, `sign-distance.ts`).
 */

/** The signs of letters and digits by character: a-z are 1-26, digits 27-36. */
const plainSigns = 'abcdefghijklmnopqrstuvwxyz0123456789'
const codeOf = new Uint8Array(256)
for (const [at, character] of [...plainSigns].entries()) codeOf[character.charCodeAt(0)] = at + 1

export const letter = (character: string): number => codeOf[character.charCodeAt(0)] ?? 0
export const firstDigit = letter('0')
export const lastDigit = letter('9')

/** The signs of sounds that Latin script writes with several letters (digraphs). */
export const sign = { sh: 37, ch: 38, kh: 39, zh: 40, th: 41, gh: 42, dh: 43, ts: 44 } as const
export const firstDigraph = sign.sh
export const signCount = sign.ts + 1

/**
 * The signs by the letter that tables of sounds name them by: a letter or digit stands for itself, a capital for the
 * digraph that it begins (`S` sh, `C` ch, `K` kh, `Z` zh, `T` th, `G` gh, `D` dh), and `c`, which no rewritten word
 * holds as a letter, for ts.
 */
const digraphOf: Readonly<Record<string, number>> = {
  S: sign.sh, C: sign.ch, K: sign.kh, Z: sign.zh, T: sign.th, G: sign.gh, D: sign.dh, c: sign.ts,
} // biome-ignore format: one alphabet, read as one table
export const signNamed = (name: string): number => digraphOf[name] ?? letter(name)
/** The name of each sign, at its number. */
export const signNames = ` ${plainSigns}SCKZTGDc`
/** The signs of several letters. */
const lettersOf = <T extends readonly string[]>(...names: T) => names.map(letter) as { [K in keyof T]: number }
const [c, d, e, f, g, h] = lettersOf('c', 'd', 'e', 'f', 'g', 'h')
const [i, j, k, o, p, q] = lettersOf('i', 'j', 'k', 'o', 'p', 'q')
const [s, t, u, v, w, x, y, z] = lettersOf('s', 't', 'u', 'v', 'w', 'x', 'y', 'z')

/** The sound that a letter and an `h` after it write, by the letter; 0 where they write two. */
const withH = new Uint8Array(signCount)
withH[s] = sign.sh
withH[c] = sign.ch
withH[k] = sign.kh
withH[z] = sign.zh
withH[t] = sign.th
withH[g] = sign.gh
withH[d] = sign.dh
withH[p] = f

/** Letters of the longest word that is compared; the rest of a longer one is cut. */
export const maxWordLength = 32

const lettersOfWord = new Uint8Array(maxWordLength)

/** Writes the signs of `word` from the letter at `from` on (lower-case a-z0-9) to `out`; returns how many there are. */
export function toSigns(word: string, from: number, out: Uint8Array): number {
  const count = Math.min(word.length - from, maxWordLength)
  for (let i = 0; i < count; i++) lettersOfWord[i] = word.charCodeAt(from + i)
  return lettersToSigns(lettersOfWord, count, out)
}

/**
 * The same for the codes of the first `count` letters.
 *
 * Index bounds: `codeOf` has a sign for every byte, and places in the word lie below `count`.
 */
export function lettersToSigns(letters: Uint8Array, count: number, out: Uint8Array): number {
  const end = Math.min(count, maxWordLength)
  let length = 0
  for (let at = 0; at < end; at++) {
    let code = codeOf[letters[at]!]!
    const next = at + 1 < end ? codeOf[letters[at + 1]!]! : 0
    const afterNext = at + 2 < end ? codeOf[letters[at + 2]!]! : 0
    if (next === h) {
      const digraph = withH[code]!
      if (digraph > 0) {
        code = digraph
        at++
      }
    } else if (code === s && next === c && afterNext === h) {
      code = sign.sh
      at += 2
    } else if (code === t && next === c && afterNext === h) {
      code = sign.ch
      at += 2
    } else if ((code === t && (next === s || next === z)) || (code === c && next === z)) {
      code = code === c ? sign.ch : sign.ts
      at++
    } else if ((code === t || code === s || code === z) && next === j) {
      code = code === t ? sign.ch : code === s ? sign.sh : sign.zh
      at++
    } else if (code === d && next === j) {
      code = j
      at++
    } else if (code === d && next === z && afterNext === h) {
      code = j
      at += 2
    } else if (code === c) {
      code = next === e || next === i || next === y ? sign.ts : k
      if (next === k) at++
    } else if (code === q) {
      code = k
      if (next === u) at++
    } else if (code === x) {
      if (length > 0) out[length++] = k
      code = s!
    } else if (code === w) code = v
    else if ((code === o && next === u) || (code === o && next === o)) {
      code = u
      at++
    } else if (code === e && next === e) {
      code = i
      at++
    }
    if (length > 0 && out[length - 1] === code && code < firstDigit) continue
    if (length < maxWordLength) out[length++] = code
  }
  return length
}

/** Words nearer than this are one name spelt twice; below it they say nothing. */
const minSimilarity = 0.72

/** The largest distance at which words whose longer one has `length` signs may still be one name, in full edits. */
export const distanceLimit = (length: number): number => 0.28 * length

/** Similarity in [0, 0.985] of a distance between words whose longer one has `length` signs; 0 past the limit. */
export function similarityOf(distance: number, length: number): number {
  if (distance > distanceLimit(length)) return 0
  const slope = length <= 3 ? 0.8 : 0.56 // in a short word every letter tells
  const similarity = 0.985 - (slope * distance * (1 + 0.12 * (distance - 1))) / (length + 0.5)
  return similarity < minSimilarity ? 0 : similarity
}

/** The greatest distance at which the similarity may still be `min`, for words whose longer one has `length` signs. */
export const distanceFor = (min: number, length: number): number =>
  Math.min(distanceLimit(length), ((0.985 - min) * (length + 0.5)) / (0.56 * 0.88))
