/**
 * The labelled files of sentiment. A folder is searched whole and files are known by base name, in which a `dev` or
 * `test` part is free: `newsmtsc.dev-rw.jsonl` and `newsmtsc.test-rw.jsonl.gz` are both the file `newsmtsc-rw`.
 */
import { basename, join, relative } from 'node:path'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { type BenchOptions, UsageError } from '../harness/options.ts'
import { filesBelow, readText } from '../screening/data-folder.ts'

export type Label = 'negative' | 'neutral' | 'positive'
export const labels: readonly Label[] = ['negative', 'neutral', 'positive']

export type LabelledText = TargetedText & {
  label: Label
  /** The headline names several with different labels. */
  isMixed: boolean
}

export type NamedText = TargetedText & { isCompany: boolean; company: string }

export type LabelledFiles = {
  has(name: string): boolean
  /** Rows that have a label. */
  labelled(name: string): LabelledText[]
  /** Rows that say whether the name is the company. */
  named(name: string): NamedText[]
}

type Row = {
  text: string
  start: number
  end: number
  label: Label | null
  multi?: boolean
  isCompany?: boolean
  company?: string
}

export function openLabelledFiles({ data, sampleData }: Pick<BenchOptions, 'data' | 'sampleData'>): LabelledFiles {
  const folder = data ?? (sampleData && join(sampleData, 'sentiment'))
  if (!folder) throw new UsageError('Set TEST_DATA_DIR to the sample data, or name a folder with --data.')
  const files = filesBelow(folder)
  const find = (name: string) => files.filter((file) => plainName(file) === name)
  const rows = (name: string): Row[] => {
    const [file, other] = find(name)
    if (!file) throw new UsageError(`${folder} holds no ${name}.jsonl.`)
    if (other)
      throw new UsageError(`${folder} holds several ${name}: ${relative(folder, file)}, ${relative(folder, other)}.`)
    return readText(file)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row)
  }
  return {
    has: (name) => find(name).length > 0,
    labelled: (name) =>
      rows(name).flatMap(({ text, start, end, label, multi }) =>
        label === null ? [] : [{ text, start, end, label, isMixed: multi === true }],
      ),
    named: (name) =>
      rows(name).map(({ text, start, end, isCompany = true, company = '' }) => ({
        text,
        start,
        end,
        isCompany,
        company,
      })),
  }
}

/** `x/newsmtsc.dev-rw.jsonl.gz` → `newsmtsc-rw`. */
export function plainName(file: string): string {
  return basename(file)
    .replace(/\.gz$/, '')
    .replace(/\.jsonl$/, '')
    .split(/[.-]/)
    .filter((part) => part !== 'dev' && part !== 'test')
    .join('-')
}
