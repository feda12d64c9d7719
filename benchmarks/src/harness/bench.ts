/**
 * What a benchmark is: a file of this folder's parent that exports `bench`. It yields its sections as they are measured,
 * so that a long run shows where it stands; `main.ts` prints them, and writes and compares the figures.
 */
import type { BenchOptions } from './options.ts'

/** One measured number. `low` and `high` are its 95 % interval; `baseline` is the best one of the same run. */
export type Figure = {
  name: string
  group?: string
  value: number
  /** `%`, `ms`, `1/s`, `s`, `MB`, `count`; absent for a score in [0, 1]. */
  unit?: string
  n?: number
  low?: number
  high?: number
  baseline?: number
}

/** A case with a wrong result, for finding out why. */
export type Misjudged = {
  group: string
  query: string
  /** What the query was judged against, or found. */
  listed: string
  score: number
  expected: string
  explanation: string
}

export type Section = {
  title: string
  figures: Figure[]
  /** Further tables, for reading only: the first row holds the headings. */
  tables?: { title: string; rows: string[][] }[]
  notes?: string[]
  misjudged?: Misjudged[]
}

export type Bench = {
  name: string
  summary: string
  /** What `--only` takes. */
  parts: readonly string[]
  run(options: BenchOptions & { wanted(part: string): boolean }): AsyncIterable<Section>
}
