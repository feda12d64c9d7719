import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchOptions, UsageError } from '../harness/options.ts'

/** The folder to measure on. */
export function carbonFolder({ data, sampleData }: Pick<BenchOptions, 'data' | 'sampleData'>): string {
  const folder = data ?? (sampleData && join(sampleData, 'carbon'))
  if (!folder) throw new UsageError('Set TEST_DATA_DIR to the sample data, or name a folder with --data.')
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
  return folder
}
