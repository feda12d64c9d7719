/**
 * The sounds of a word as one number, by which most words that are too far apart are ruled out before their
 * distance is computed: each sound that only one of them has must be paid for.
 *
 * Index bounds: signs are numbers below `signCount`, and the tables have an entry for each eleven bits.
 */
import { otherSign, partsOfEdit, price, single } from './sign-prices.ts'
import { signCount, signNamed } from './signs.ts'

/** Sounds that stand for each other at a low price (see `signNamed`). Digits follow. */
const soundClasses = ['ae', 'iyjZ', 'ou', 'hK', 'gG', 'tT', 'dD', 'scz', 'SC', ...'kvfbplrmn', ...'0123456789']
const soundBit = new Uint32Array(signCount)
for (const [bit, members] of soundClasses.entries())
  for (const member of members) soundBit[signNamed(member)] = 1 << bit

/** The lowest cost of sounds whose class the other word lacks, by eleven bits of a mask at a time. */
const missingSounds = [0, 11, 22].map((shift) =>
  Uint16Array.from({ length: 2048 }, (_, bits) => {
    let parts = 0
    for (let bit = 0; bit < 11; bit++) if (bits & (1 << bit)) parts += minMissPrice(1 << (bit + shift))
    return parts
  }),
) as [Uint16Array, Uint16Array, Uint16Array]

/** The lowest price at which a sign of the class becomes one of another class, or is left out. */
function minMissPrice(bit: number): number {
  let min = Number.POSITIVE_INFINITY
  for (let code = 0; code < signCount; code++) {
    if (soundBit[code] !== bit) continue
    min = Math.min(min, single[code]!)
    for (let other = 0; other < signCount; other++)
      if (soundBit[other] !== bit) min = Math.min(min, price[code * signCount + other]!)
  }
  return min === Number.POSITIVE_INFINITY ? 0 : min * otherSign
}

/** Which classes of sounds a word holds, a bit for each. */
export function soundsOf(signs: Uint8Array, start: number, length: number): number {
  let sounds = 0
  for (let at = start; at < start + length; at++) sounds |= soundBit[signs[at]!]!
  return sounds >>> 0
}

/** A distance, in full edits, that two words do not fall below, by the sounds that only one of them has. */
export function minDistance(one: number, other: number): number {
  const missed = missing(one & ~other)
  const added = missing(other & ~one)
  return Math.max(missed, added) / partsOfEdit
}

const missing = (sounds: number): number =>
  missingSounds[0][sounds & 2047]! + missingSounds[1][(sounds >>> 11) & 2047]! + missingSounds[2][sounds >>> 22]!
