/**
 * What the edits between the signs of two words cost, in twentieths of one full edit: set from common knowledge of
 * transliteration.
 */
import { firstDigraph, letter, sign, signCount } from './signs.ts'

const [a, d, e, f, g, h, i, j, k, o, p, s, t, u, v, y, z] = [...'adefghijkopstuvyz'].map(letter) as number[]

export const price = new Uint8Array(signCount * signCount).fill(20)
/** A sound of two letters is more than one letter away from any that it does not stand for. */
for (let digraph: number = firstDigraph; digraph < signCount; digraph++) {
  price.fill(26, digraph * signCount, (digraph + 1) * signCount)
  for (let other = 0; other < signCount; other++) price[other * signCount + digraph] = 26
}

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
export const single = new Uint8Array(signCount).fill(20)
for (const vowel of [a, e, i, o, u]) single[vowel!] = 10
single[h!] = 8
single[y!] = 8
single[j!] = 14
export const swapPrice = 14
/** Price of an `a` that only one word ends in: Martin and Martina are two people. */
export const finalA = 19
/** The first sign of a word is rarely mistaken: an edit of it costs 1.35 times as much. In 27 parts of 20. */
export const firstSign = 27
export const otherSign = 20
/** Distances are counted in parts of a full edit, so that they stay whole numbers. */
export const partsOfEdit = 20 * otherSign
