/**
 * The file of a trained model: a table of weights by feature number, another that tells the style, and the calibration.
 * Weights are whole numbers from −127 to 127, times a scale; a feature that says nothing is left out.
 *
 * Layout: magic, length of the header, header as JSON, then the arrays in the order of the header, each on a 4-byte
 * boundary.
 */
export const classCount = 3
export const styleCount = 3

export type WeightTable = {
  /** Ascending. */
  keys: Uint32Array
  /** `width` weights for each key. */
  weights: Int8Array
  width: number
  scale: number
}

export type ModelParts = {
  version: string
  /** Of a feature: three classes for all styles, then three for each style. */
  sentiment: WeightTable
  /** Of a feature: one weight for each style. */
  style: WeightTable
  /** Of each style: what the scores are multiplied by, then what is added to each class. */
  calibration: Float64Array
}

const magic = 0x314d5353
const names = ['sentiment', 'style'] as const
type Header = {
  version: string
  tables: Record<(typeof names)[number], { size: number; width: number; scale: number }>
  calibration: number[]
}

const align = (at: number): number => (at + 3) & ~3

export function writeModel(parts: ModelParts): Uint8Array<ArrayBuffer> {
  const describe = ({ keys, width, scale }: WeightTable) => ({ size: keys.length, width, scale })
  const header: Header = {
    version: parts.version,
    tables: { sentiment: describe(parts.sentiment), style: describe(parts.style) },
    calibration: [...parts.calibration],
  }
  const json = new TextEncoder().encode(JSON.stringify(header))
  const tables = names.map((name) => parts[name])
  const size = tables.reduce(
    (at, { keys, weights }) => at + 4 * keys.length + align(weights.length),
    align(8 + json.length),
  )
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  view.setUint32(4, json.length, true)
  bytes.set(json, 8)
  let at = align(8 + json.length)
  for (const { keys, weights } of tables) {
    for (const key of keys) {
      view.setUint32(at, key, true)
      at += 4
    }
    bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), at)
    at += align(weights.length)
  }
  return bytes
}

/** Throws `RangeError` when the bytes are no such model or are cut short. */
export function readModel(bytes: Uint8Array): ModelParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0, true) !== magic) throw new RangeError('not a sentiment model')
  const length = view.getUint32(4, true)
  if (8 + length > bytes.length) throw new RangeError('the sentiment model is cut short')
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Header
  let at = align(8 + length)
  const table = (name: (typeof names)[number]): WeightTable => {
    const { size, width, scale } = header.tables[name]
    if (at + 4 * size + size * width > bytes.length) throw new RangeError('the sentiment model is cut short')
    const keys = new Uint32Array(size)
    for (let i = 0; i < size; i++) keys[i] = view.getUint32(at + 4 * i, true)
    at += 4 * size
    const weights = new Int8Array(bytes.buffer, bytes.byteOffset + at, size * width).slice()
    at += align(size * width)
    return { keys, weights, width, scale }
  }
  const sentiment = table('sentiment')
  const style = table('style')
  return { version: header.version, sentiment, style, calibration: Float64Array.from(header.calibration) }
}

/** Finds a key's row in a table, by open addressing. */
export class KeyIndex {
  readonly #slots: Int32Array
  readonly #keys: Uint32Array
  readonly #mask: number

  constructor(keys: Uint32Array) {
    let size = 16
    while (size < 2 * keys.length) size *= 2
    this.#mask = size - 1
    this.#keys = keys
    this.#slots = new Int32Array(size).fill(-1)
    for (let row = 0; row < keys.length; row++) {
      let slot = keys[row]! & this.#mask
      while (this.#slots[slot]! >= 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = row
    }
  }

  /** The row of the key, or −1. */
  find(key: number): number {
    let slot = key & this.#mask
    for (let row = this.#slots[slot]!; row >= 0; row = this.#slots[slot]!) {
      if (this.#keys[row] === key) return row
      slot = (slot + 1) & this.#mask
    }
    return -1
  }
}
