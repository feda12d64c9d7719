/**
 * The file of a trained model: tables of weights by feature number, and a few plain numbers. Weights are whole numbers
 * from −127 to 127, times a scale; a feature that says nothing is left out.
 *
 * Layout: magic, length of the header, header as JSON, then each table's keys and weights in the order of the header, on
 * 4-byte borders. All numbers are little-endian.
 *
 * Index bounds: slots are masked to the table's size, and rows are counted below the number of keys.
 */
export type WeightTable = {
  /** Ascending. */
  keys: Uint32Array
  /** `width` weights for each key. */
  weights: Int8Array
  width: number
  scale: number
}

export type ModelFile = {
  version: string
  tables: Record<string, WeightTable>
  numbers: Record<string, readonly number[]>
}

type Header = {
  version: string
  tables: Record<string, { size: number; width: number; scale: number }>
  numbers: Record<string, readonly number[]>
}

const magic = 0x314d5353
/** In bytes, with the name of the field. */
const maxVersionLength = 128
const align = (at: number): number => (at + 3) & ~3

export function writeModel({ version, tables, numbers }: ModelFile): Uint8Array<ArrayBuffer> {
  const described = Object.entries(tables).map(([name, { keys, width, scale }]) => [
    name,
    { size: keys.length, width, scale },
  ])
  const header: Header = { version, tables: Object.fromEntries(described), numbers }
  const json = new TextEncoder().encode(JSON.stringify(header))
  let at = align(8 + json.length)
  const sizes = Object.values(tables).map(({ keys, weights }) => 4 * keys.length + align(weights.length))
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, at))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  view.setUint32(4, json.length, true)
  bytes.set(json, 8)
  for (const { keys, weights } of Object.values(tables)) {
    for (const key of keys) {
      view.setUint32(at, key, true)
      at += 4
    }
    bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), at)
    at += align(weights.length)
  }
  return bytes
}

/** What the model is called by, from the first bytes of its file. Throws `RangeError` when they are no model's. */
export function modelVersion(beginning: Uint8Array): string {
  const view = new DataView(beginning.buffer, beginning.byteOffset, beginning.byteLength)
  if (beginning.length < 8 || view.getUint32(0, true) !== magic) throw new RangeError('not a model')
  // The header may be long: it names the version first.
  const text = new TextDecoder().decode(beginning.subarray(8, 8 + maxVersionLength))
  const version = /^\{"version":"([^"\\]+)"/.exec(text)?.[1]
  if (version === undefined) throw new RangeError('the model is cut short')
  return version
}

/** Throws `RangeError` when the bytes are no model or are cut short. */
export function readModel(bytes: Uint8Array): ModelFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0, true) !== magic) throw new RangeError('not a model')
  const length = view.getUint32(4, true)
  if (8 + length > bytes.length) throw new RangeError('the model is cut short')
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Header
  const tables: Record<string, WeightTable> = {}
  let at = align(8 + length)
  for (const [name, { size, width, scale }] of Object.entries(header.tables)) {
    const end = at + 4 * size + align(size * width)
    if (end > bytes.length) throw new RangeError('the model is cut short')
    const keys = Uint32Array.from({ length: size }, (_, i) => view.getUint32(at + 4 * i, true))
    const weights = new Int8Array(bytes.buffer, bytes.byteOffset + at + 4 * size, size * width).slice()
    tables[name] = { keys, weights, width, scale }
    at = end
  }
  return { version: header.version, tables, numbers: header.numbers }
}

/** The table of that name; throws `RangeError` when the model has none, or one of another width. */
export function tableOf({ tables }: ModelFile, name: string, width: number): WeightTable {
  const table = tables[name]
  if (table?.width !== width) throw new RangeError(`the model has no table ${name} of width ${width}`)
  return table
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
