/** The excerpts of official lists that are committed with the parsers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `excerpt('ofac/SDN.CSV')`. */
export const excerpt = (path: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../server/src/lists/formats/fixtures', path))

/** A copy of the bytes with every `from` replaced; throws where there is none, for then the test tests nothing. */
export function altered(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1')
  if (!text.includes(from)) throw new RangeError(`The file does not hold ${from}`)
  return Buffer.from(text.replaceAll(from, to), 'latin1')
}
