/** The files of a data folder, found by base name wherever they lie in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The data cannot be used as they are; the message says why. */
export class UnusableData extends Error {
  override readonly name = 'UnusableData'
}

/** CSV files whose name begins with `start`: `hourly_a.csv`, `hourly_a.test.csv`, `hourly_a.dev.csv.gz`. */
export const filesNamed = (folder: string, start: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (file) => file.isFile() && file.name.startsWith(start) && /^[^.]*(\.dev|\.test)?\.csv(\.gz)?$/.test(file.name),
    )
    .map((file) => join(file.parentPath, file.name))
    .sort()

/** UTF-8 text of a file, unpacked if its name ends in `.gz`, without a byte order mark. */
export function readText(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '')
}
