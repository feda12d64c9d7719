/** Files for the parsers' tests: the committed excerpts, and the whole lists where `TEST_DATA_DIR` holds them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** `excerpt('ofac/SDN.CSV')`. */
export const excerpt = (path: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', path))

const folder = process.env.TEST_DATA_DIR && join(process.env.TEST_DATA_DIR, 'sanctions')

export const wholeListsArePresent = folder !== undefined && existsSync(folder)

if (!wholeListsArePresent) {
  console.info('TEST_DATA_DIR names no folder with whole lists: the tests that read them are skipped.')
}

/** `wholeList('un/official/consolidated.xml')`, unpacked where it is packed. */
export function wholeList(path: string): Buffer {
  const bytes = readFileSync(join(folder ?? '', path))
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** A copy of the bytes with every `from` replaced; throws where there is none, for then the test tests nothing. */
export function altered(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1')
  if (!text.includes(from)) throw new RangeError(`The file does not hold ${from}`)
  return Buffer.from(text.replaceAll(from, to), 'latin1')
}
