/** The whole lists, for tests, where `TEST_DATA_DIR` names a folder that holds them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

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
