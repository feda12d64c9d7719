/**
 * How near two words are as spellings of one name. A word is first rewritten so that one sound is one sign, whatever
 * the transliteration ('sh', 'ch', 'kh'; 'ph' is f, 'q' is k, doubled letters are single); the distance then counts the
 * edits between the signs, each with a price: a vowel is cheap, for transliterations disagree about vowels most; two
 * consonants that stand for one foreign letter are cheaper than two that do not.
 *
 * Prices are set from common knowledge of transliteration, in twentieths of one full edit.
 */

/** Signs: a-z are 1-26, digits 27-36, then the sounds that Latin script writes with several letters. */
const sign = { sh: 37, ch: 38, kh: 39, zh: 40, th: 41, gh: 42, dh: 43, ts: 44 }
const signCount = 45
const codeOf = new Uint8Array(128)
for (let i = 0; i < 26; i++) codeOf[97 + i] = i + 1
for (let i = 0; i < 10; i++) codeOf[48 + i] = 27 + i

const letter = (character: string): number => codeOf[character.charCodeAt(0)]!
const [a, c, d, e, f, g, h, i, j, k, o, p, q, s, t, u, v, w, x, y, z] = [...'acdefghijkopqstuvwxyz'].map(
  letter,
) as number[]

/** The longest word that is compared; what is longer is cut. */
export const longestWord = 32

/** Writes the signs of `word` (lower-case a-z0-9) to `out` and returns how many there are. */
export function toSigns(word: string, out: Uint8Array): number {
  const end = Math.min(word.length, longestWord)
  let length = 0
  for (let at = 0; at < end; at++) {
    let code = codeOf[word.charCodeAt(at)] ?? 0
    const next = at + 1 < end ? (codeOf[word.charCodeAt(at + 1)] ?? 0) : 0
    const afterNext = at + 2 < end ? (codeOf[word.charCodeAt(at + 2)] ?? 0) : 0
    if (next === h) {
      const digraph =
        code === s
          ? sign.sh
          : code === c
            ? sign.ch
            : code === k
              ? sign.kh
              : code === z
                ? sign.zh
                : code === t
                  ? sign.th
                  : code === g
                    ? sign.gh
                    : code === d
                      ? sign.dh
                      : code === p
                        ? f!
                        : 0
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
      code = j!
      at++
    } else if (code === d && next === z && afterNext === h) {
      code = j!
      at += 2
    } else if (code === c) {
      code = next === e || next === i || next === y ? sign.ts : k!
      if (next === k) at++
    } else if (code === q) {
      code = k!
      if (next === u) at++
    } else if (code === x) {
      if (length > 0) out[length++] = k!
      code = s!
    } else if (code === w) code = v!
    else if ((code === o && next === u) || (code === o && next === o)) {
      code = u!
      at++
    } else if (code === e && next === e) {
      code = i!
      at++
    }
    if (length > 0 && out[length - 1] === code && code < 27) continue
    if (length < longestWord) out[length++] = code
  }
  return length
}

const price = new Uint8Array(signCount * signCount).fill(20)
/** A sound of two letters is more than one letter away from any that it does not stand for. */
for (let digraph = 37; digraph < signCount; digraph++) {
  price.fill(26, digraph * signCount, (digraph + 1) * signCount)
  for (let other = 0; other < signCount; other++) price[other * signCount + digraph] = 26
}
const vowels = new Uint8Array(signCount)
for (const vowel of [a, e, i, o, u]) vowels[vowel!] = 1

function alike(first: number, second: number, cost: number): void {
  price[first * signCount + second] = cost
  price[second * signCount + first] = cost
}
for (let code = 0; code < signCount; code++) price[code * signCount + code] = 0
for (const one of [a, e, i, o, u]) for (const other of [a, e, i, o, u]) if (one !== other) alike(one!, other!, 11)
alike(a!, e!, 7)
alike(i!, e!, 7)
alike(o!, u!, 4)
alike(a!, o!, 9)
alike(y!, i!, 3)
alike(y!, e!, 10)
alike(y!, j!, 6)
alike(i!, j!, 6)
alike(v!, u!, 8)
alike(v!, f!, 8)
alike(f!, p!, 12)
alike(letter('b'), p!, 11)
alike(letter('b'), v!, 10)
alike(d!, t!, 11)
alike(s!, z!, 8)
alike(sign.sh, s!, 9)
alike(sign.sh, sign.ch, 6)
alike(sign.ch, j!, 10)
alike(sign.ch, k!, 10)
alike(sign.ch, sign.ts, 8)
alike(sign.ch, sign.kh, 8)
alike(sign.ch, h!, 10)
alike(sign.ts, s!, 5)
alike(sign.ts, z!, 7)
alike(sign.ts, k!, 9)
alike(sign.ts, t!, 12)
alike(sign.kh, h!, 3)
alike(sign.kh, k!, 7)
alike(h!, k!, 13)
alike(sign.zh, j!, 4)
alike(sign.zh, z!, 7)
alike(sign.zh, g!, 12)
alike(sign.zh, sign.sh, 11)
alike(j!, g!, 9)
alike(j!, z!, 11)
alike(sign.gh, g!, 3)
alike(sign.gh, k!, 11)
alike(g!, h!, 11)
alike(g!, k!, 10)
alike(sign.th, t!, 3)
alike(sign.th, s!, 9)
alike(sign.dh, d!, 3)
alike(sign.dh, z!, 7)
alike(letter('l'), letter('r'), 18)
alike(letter('m'), letter('n'), 14)

/** Price of a sign that only one of the words has. */
const single = new Uint8Array(signCount).fill(20)
for (const vowel of [a, e, i, o, u]) single[vowel!] = 10
single[h!] = 8
single[y!] = 8
single[j!] = 14
const swapPrice = 14
/** Price of an `a` that only one word ends in: Martin and Martina are two people. */
const finalA = 19
/** The first sign of a word is rarely mistaken: an edit of it costs 1.35 times as much. In 27 parts of 20. */
const firstSign = 27
const otherSign = 20
/** Distances are counted in parts of a full edit, so that they stay whole numbers. */
const partsOfEdit = 20 * otherSign

const width = longestWord + 1
const rows = [new Int32Array(width), new Int32Array(width), new Int32Array(width)]

/**
 * Priced edit distance between two sign sequences (optimal string alignment: neighbours may swap once), in full edits.
 * What the two begin and end with alike is taken as aligned. `Infinity` once the distance must exceed `limit`. The second
 * sequence begins at `otherStart` of its array.
 */
export function signDistance(
  one: Uint8Array,
  oneLength: number,
  other: Uint8Array,
  otherStart: number,
  otherLength: number,
  limit: number,
): number {
  const shorter = Math.min(oneLength, otherLength)
  let start = 0
  while (start < shorter && one[start] === other[otherStart + start]) start++
  let oneEnd = oneLength
  let otherEnd = otherLength
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherStart + otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  const lines = oneEnd - start
  const columns = otherEnd - start
  const atEnd = oneEnd === oneLength
  const ceiling = limit * partsOfEdit
  const base = otherStart + start - 1
  const firstWeight = start === 0 ? firstSign : otherSign

  let [before, above, row] = rows as [Int32Array, Int32Array, Int32Array]
  above[0] = 0
  for (let col = 1; col <= columns; col++) {
    const code = other[base + col]!
    const cost = atEnd && lines === 0 && col === columns && code === a ? finalA : single[code]!
    above[col] = above[col - 1]! + cost * (col === 1 ? firstWeight : otherSign)
  }
  for (let line = 1; line <= lines; line++) {
    const code = one[start + line - 1]!
    const lineWeight = line === 1 ? firstWeight : otherSign
    const drop = single[code]! * lineWeight
    const last = atEnd && line === lines
    row[0] = above[0]! + (last && columns === 0 && code === a ? finalA * lineWeight : drop)
    let least = row[0]!
    const priceRow = code * signCount
    for (let col = 1; col <= columns; col++) {
      const otherCode = other[base + col]!
      const weight = line === 1 && col === 1 ? firstWeight : otherSign
      let best = above[col - 1]! + price[priceRow + otherCode]! * weight
      const ends = last && col === columns
      const dropped = above[col]! + (ends && code === a ? finalA * otherSign : drop)
      if (dropped < best) best = dropped
      const added =
        row[col - 1]! +
        (ends && otherCode === a ? finalA * otherSign : single[otherCode]! * (col === 1 ? firstWeight : otherSign))
      if (added < best) best = added
      if (line > 1 && col > 1 && code === other[base + col - 1] && one[start + line - 2] === otherCode) {
        const swapped = before[col - 2]! + swapPrice * otherSign
        if (swapped < best) best = swapped
      }
      row[col] = best
      if (best < least) least = best
    }
    if (least > ceiling) return Number.POSITIVE_INFINITY
    const recycled = before
    before = above
    above = row
    row = recycled
  }
  return above[columns]! / partsOfEdit
}

/** Words nearer than this are one name spelt twice; below it they say nothing. */
const leastSimilarity = 0.72

/** The largest distance at which words whose longer one has `length` signs may still be one name, in full edits. */
export const distanceLimit = (length: number): number => 0.28 * length

/** Similarity in [0, 0.985] of a distance between words whose longer one has `length` signs; 0 past the limit. */
export function similarityOf(distance: number, length: number): number {
  if (distance > distanceLimit(length)) return 0
  const slope = length <= 3 ? 0.8 : 0.56 // in a short word every letter tells
  const similarity = 0.985 - (slope * distance * (1 + 0.12 * (distance - 1))) / (length + 0.5)
  return similarity < leastSimilarity ? 0 : similarity
}

/** A distance that a similarity of at least `least` does not exceed, for words whose longer one has `length` signs. */
export const distanceFor = (least: number, length: number): number =>
  Math.min(distanceLimit(length), ((0.985 - least) * (length + 0.5)) / (0.56 * 0.88))
