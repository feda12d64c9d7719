/**
 * The units that stand under each key, in two arrays: where the bucket of a key begins, and the entries of all buckets.
 * A bucket is found by the low bits of a key; an entry is a unit in its low bits and, above, the high bits of the key,
 * so that few units are met under a key that is not theirs. Small enough to stay in a processor's caches.
 *
 * Index bounds: buckets are below the mask, entries below the end of their bucket, and units below the number given.
 */
import type { SectionArray, Sections } from './sections.ts'
import { maxKeys, type WordKeys } from './word-keys.ts'

/** Average number of entries of a full bucket: they lie next to each other, and more buckets would be further apart. */
const fullBucket = 4

/** Bits of an entry that hold the unit. */
const unitBitsFor = (units: number): number => 32 - Math.clz32(units)
const tagOf = (key: number, unitBits: number): number => ((key >>> unitBits) << unitBits) >>> 0

/** `keys` of unit after unit; those of unit `u` end at `keyEnd[u]`. */
export function compileKeyTable(keys: Uint32Array, keyEnd: Uint32Array): Record<string, SectionArray> {
  const unitBits = unitBitsFor(keyEnd.length)
  const total = keyEnd.at(-1) ?? 0
  const buckets = 2 ** Math.max(4, Math.ceil(Math.log2((total + 1) / fullBucket)))
  const keyStart = new Uint32Array(buckets + 1)
  for (const key of keys.subarray(0, total)) keyStart[(key & (buckets - 1)) + 1]! += 1
  let sum = 0
  for (const [bucket, count] of keyStart.entries()) {
    sum += count
    keyStart[bucket] = sum
  }
  const keyUnits = new Uint32Array(total)
  const next = keyStart.slice()
  let begin = 0
  for (const [unit, end] of keyEnd.entries()) {
    for (const key of keys.subarray(begin, end))
      keyUnits[next[key & (buckets - 1)]!++] = (tagOf(key, unitBits) | unit) >>> 0
    begin = end
  }
  return { keyStart, keyUnits }
}

/** The table of an open index. */
export class KeyTable {
  readonly #start: Uint32Array
  readonly #units: Uint32Array
  readonly #unitBits: number
  /** The units that were found last. */
  readonly found: Uint32Array
  /** The search that saw a unit last, so that each is found once. */
  readonly #seen: Uint8Array
  #searchNumber = 0
  readonly #begins = new Uint32Array(maxKeys)
  readonly #ends = new Uint32Array(maxKeys)
  readonly #firsts = new Uint32Array(maxKeys)

  constructor({ u32 }: Sections, units: number) {
    this.#start = u32('keyStart')
    this.#units = u32('keyUnits')
    this.#unitBits = unitBitsFor(units)
    this.found = new Uint32Array(units)
    this.#seen = new Uint8Array(units)
  }

  /** Finds the units, but `except`, that stand under any of the keys; returns how many there are. */
  find({ keys, count }: WordKeys, except: number): number {
    if (this.#searchNumber === 255) {
      this.#seen.fill(0)
      this.#searchNumber = 0
    }
    const search = ++this.#searchNumber
    const [starts, units, seen, found, unitBits] = [this.#start, this.#units, this.#seen, this.found, this.#unitBits]
    const mask = starts.length - 2
    const unitMask = (1 << unitBits) - 1
    if (except >= 0) seen[except] = search
    // Reads of all buckets before any is gone through: so a processor waits for memory once, and not for every key.
    const [begins, ends, firsts] = [this.#begins, this.#ends, this.#firsts]
    for (let k = 0; k < count; k++) {
      const bucket = keys[k]! & mask
      const begin = starts[bucket]!
      begins[k] = begin
      ends[k] = starts[bucket + 1]!
      firsts[k] = units[begin]!
    }
    let size = 0
    for (let k = 0; k < count; k++) {
      const key = keys[k]!
      const end = ends[k]!
      for (let at = begins[k]!; at < end; at++) {
        const entry = units[at]!
        if ((entry ^ key) >>> unitBits !== 0) continue
        const unit = entry & unitMask
        if (seen[unit] === search) continue
        seen[unit] = search
        found[size++] = unit
      }
    }
    return size
  }
}
