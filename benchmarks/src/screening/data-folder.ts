/**
 * Where the files of a run lie. A folder is searched whole and files are known by base name, so that `bench/a.csv`,
 * `a.csv`, `a.test.csv` and `a.dev.csv.gz` are all the file `a.csv`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type BenchOptions, UsageError } from '../harness/options.ts'

export type DataFolder = {
  path: string
  /** Text of the labelled file of that base name; throws `UsageError` when there is none. */
  read(name: string): string
  has(name: string): boolean
}

export function openDataFolder(path: string): DataFolder {
  const files = filesBelow(path)
  const find = (name: string) => files.filter((file) => plainName(file) === name)
  return {
    path,
    has: (name) => find(name).length > 0,
    read(name) {
      const [file, other] = find(name)
      if (!file) throw new UsageError(`${path} holds no ${name}.`)
      if (other)
        throw new UsageError(`${path} holds several ${name}: ${relative(path, file)}, ${relative(path, other)}.`)
      return readText(file)
    },
  }
}

/** All files of a folder and its subfolders; throws `UsageError` where there is no such folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort()
}

/** `x/name.test.csv.gz` → `name.csv`. */
export function plainName(file: string): string {
  return basename(file)
    .replace(/\.gz$/, '')
    .replace(/\.(dev|test)(?=\.|$)/, '')
}

/** UTF-8 text of a file, unpacked if its name ends in `.gz`, without a byte order mark. */
export function readText(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '')
}

/** The folder to measure on, and the one to take the lists from where the first has none. */
export function sanctionsFolders(options: Pick<BenchOptions, 'data' | 'sampleData'>): {
  labelled: string
  lists: string[]
} {
  const sample = options.sampleData && join(options.sampleData, 'sanctions')
  const labelled = options.data ?? sample
  if (!labelled) throw new UsageError('Set TEST_DATA_DIR to the sample data, or name a folder with --data.')
  return { labelled, lists: sample && sample !== labelled ? [labelled, sample] : [labelled] }
}
