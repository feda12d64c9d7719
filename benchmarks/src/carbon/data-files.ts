import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchOptions, UsageError } from '../harness/options.ts'
import { plainName, readText } from '../screening/data-folder.ts'

export { readText }

/** The folder to measure on. */
export function carbonFolder({ data, sampleData }: Pick<BenchOptions, 'data' | 'sampleData'>): string {
  const folder = data ?? (sampleData && join(sampleData, 'carbon'))
  if (!folder) throw new UsageError('Set TEST_DATA_DIR to the sample data, or name a folder with --data.')
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
  return folder
}

/** Files whose name, without a `dev` or `test` part, begins so. */
export const filesNamed = (folder: string, start: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (file) => file.isFile() && /^[^.]*\.csv$/.test(plainName(file.name)) && plainName(file.name).startsWith(start),
    )
    .map((file) => join(file.parentPath, file.name))
    .sort()
