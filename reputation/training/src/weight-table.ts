/**
 * Features numbered while training, and the trained weights brought into the model's whole numbers.
 *
 * Index bounds: kept rows are rows of the keys.
 */
import type { KeyIndex, WeightTable } from '@service/reputation-domain/text-model/model-file.ts'

/** Rows for the features that at least `minCount` examples show, by ascending key. */
export function countedKeys(examples: Iterable<Uint32Array>, minCount: number): Uint32Array {
  const counts = new Map<number, number>()
  for (const keys of examples) for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return Uint32Array.from([...counts].flatMap(([key, count]) => (count >= minCount ? [key] : []))).sort()
}

/** The rows of the keys that are known. */
export function rowsOf(keys: Uint32Array, index: KeyIndex): Int32Array {
  const rows = new Int32Array(keys.length)
  let size = 0
  for (const key of keys) {
    const row = index.find(key)
    if (row >= 0) rows[size++] = row
  }
  return rows.slice(0, size)
}

/** Weights as multiples of a scale; rows without a weight of at least `least` are dropped. */
export function toWholeNumbers(
  keys: Uint32Array,
  weights: Float32Array,
  width: number,
  scale: number,
  least = 1,
): WeightTable {
  const whole = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))))
  const kept: number[] = []
  for (let row = 0; row < keys.length; row++) {
    if (whole.subarray(row * width, (row + 1) * width).some((weight) => Math.abs(weight) >= least)) kept.push(row)
  }
  const table: WeightTable = {
    keys: new Uint32Array(kept.length),
    weights: new Int8Array(kept.length * width),
    width,
    scale,
  }
  for (const [at, row] of kept.entries()) {
    table.keys[at] = keys[row]!
    table.weights.set(whole.subarray(row * width, (row + 1) * width), at * width)
  }
  return table
}
