/**
 * A file of named, aligned typed arrays: what is written once at compile time is viewed in place when opened, without
 * parsing or copying. Layout: magic, length of the table, table as JSON, then the arrays, each on an 8-byte boundary.
 */
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array
const types = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array }
type TypeName = keyof typeof types
type Table = {
  about: Record<string, string | number>
  sections: Record<string, { type: TypeName; at: number; length: number }>
}

const magic = 0x31584953

const align = (at: number): number => (at + 7) & ~7

export function writeSections(
  about: Record<string, string | number>,
  arrays: Record<string, SectionArray>,
): Uint8Array<ArrayBuffer> {
  const table: Table = { about, sections: {} }
  const placed: { array: SectionArray; at: number }[] = []
  let at = 0
  for (const [name, array] of Object.entries(arrays)) {
    const type = (Object.keys(types) as TypeName[]).find((key) => array instanceof types[key])!
    table.sections[name] = { type, at, length: array.length }
    placed.push({ array, at })
    at = align(at + array.byteLength)
  }
  const json = new TextEncoder().encode(JSON.stringify(table))
  const start = align(8 + json.length)
  const bytes = new Uint8Array(start + at)
  new DataView(bytes.buffer).setUint32(0, magic, true)
  new DataView(bytes.buffer).setUint32(4, json.length, true)
  bytes.set(json, 8)
  for (const { array, at } of placed)
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + at)
  return bytes
}

export type Sections = {
  about: Record<string, string | number>
  u8: (name: string) => Uint8Array
  u32: (name: string) => Uint32Array
  f32: (name: string) => Float32Array
}

/** Views the sections of `bytes`. Throws `RangeError` when it is no such file or a part is missing. */
export function readSections(bytes: Uint8Array): Sections {
  const whole = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
  if (whole.byteLength < 8 || view.getUint32(0, true) !== magic) throw new RangeError('not a compiled index')
  const tableLength = view.getUint32(4, true)
  if (8 + tableLength > whole.byteLength) throw new RangeError('the compiled index is cut short')
  const table = JSON.parse(new TextDecoder().decode(whole.subarray(8, 8 + tableLength))) as Table
  const start = align(8 + tableLength)
  const section = (name: string, type: TypeName) => {
    const found = table.sections[name]
    if (found?.type !== type) throw new RangeError(`the compiled index has no section ${name}`)
    const at = start + found.at
    if (at + found.length * types[type].BYTES_PER_ELEMENT > whole.byteLength)
      throw new RangeError('the compiled index is cut short')
    return new types[type](whole.buffer as ArrayBuffer, whole.byteOffset + at, found.length)
  }
  return {
    about: table.about,
    u8: (name) => section(name, 'u8') as Uint8Array,
    u32: (name) => section(name, 'u32') as Uint32Array,
    f32: (name) => section(name, 'f32') as Float32Array,
  }
}
