/**
 * What the edits between the signs of two words cost, in twentieths of one full edit: set from common knowledge of
 * transliteration.
 */
import { firstDigraph, signCount, signNamed } from './signs.ts'

/** Price of one vowel in the place of another. */
const otherVowel = 11

/** Signs that stand for each other, by their names (see `signNamed`), and the price. */
const replacements: readonly [one: string, other: string, price: number][] = [
  ['a', 'e', 7], ['i', 'e', 7], ['o', 'u', 4], ['a', 'o', 9], ['y', 'i', 3], ['y', 'e', 10], ['y', 'j', 6],
  ['i', 'j', 6], ['v', 'u', 8], ['v', 'f', 8], ['f', 'p', 12], ['b', 'p', 11], ['b', 'v', 10], ['d', 't', 11],
  ['s', 'z', 8], ['S', 's', 9], ['S', 'C', 6], ['C', 'j', 10], ['C', 'k', 10], ['C', 'c', 8], ['C', 'K', 8],
  ['C', 'h', 10], ['c', 's', 5], ['c', 'z', 7], ['c', 'k', 9], ['c', 't', 12], ['K', 'h', 3], ['K', 'k', 7],
  ['h', 'k', 13], ['Z', 'j', 4], ['Z', 'z', 7], ['Z', 'g', 12], ['Z', 'S', 11], ['j', 'g', 9], ['j', 'z', 11],
  ['G', 'g', 3], ['G', 'k', 11], ['g', 'h', 11], ['g', 'k', 10], ['T', 't', 3], ['T', 's', 9], ['D', 'd', 3],
  ['D', 'z', 7], ['l', 'r', 18], ['m', 'n', 14],
] // biome-ignore format: one table, read row by row

const vowels = [...'aeiou'].map(signNamed)

function makePrices(): Uint8Array {
  const prices = new Uint8Array(signCount * signCount).fill(20)
  const set = (one: number, other: number, cost: number) => {
    prices[one * signCount + other] = cost
    prices[other * signCount + one] = cost
  }
  // A sound of two letters is more than one letter away from any that it does not stand for.
  for (let digraph: number = firstDigraph; digraph < signCount; digraph++)
    for (let other = 0; other < signCount; other++) set(digraph, other, 26)
  for (let sign = 0; sign < signCount; sign++) set(sign, sign, 0)
  for (const one of vowels) for (const other of vowels) if (one !== other) set(one, other, otherVowel)
  for (const [one, other, cost] of replacements) set(signNamed(one), signNamed(other), cost)
  return prices
}

/** Price of one sign in the place of another, at `one * signCount + other`. */
export const price = makePrices()

/** Price of a sign that only one of the words has. */
export const single = new Uint8Array(signCount).fill(20)
for (const vowel of vowels) single[vowel] = 10
for (const [name, cost] of [
  ['h', 8],
  ['y', 8],
  ['j', 14],
] as const)
  single[signNamed(name)] = cost

export const swapPrice = 14
/** Price of an `a` that only one word ends in: Martin and Martina are two people. */
export const finalA = 19
/** The first sign of a word is rarely mistaken: an edit of it costs 1.35 times as much. In 27 parts of 20. */
export const firstSign = 27
export const otherSign = 20
/** Distances are counted in parts of a full edit, so that they stay whole numbers. */
export const partsOfEdit = 20 * otherSign
