/**
 * Imports: articles in numbers, from a file or a request.
 *
 * The good rows of an import are stored before the response, so that what was accepted is finished whatever
 * happens. A worker takes them in by the batch, and notes in the same transaction how far it has come: killed anywhere,
 * another goes on from there. Bad rows are reported with their lines.
 */
import type { ArticleRow } from './rows/article-row.ts'
import type { RejectionCode } from './rows/read-article-rows.ts'

export type Rejection = { line: number; code: RejectionCode; reason: string }

export type ImportProgress = {
  id: string
  createdAt: Date
  /** Good rows, and bad ones. */
  rowCount: number
  rejectedCount: number
  /** The first of the bad ones. */
  rejected: readonly Rejection[]
  /** How many rows are done, and what became of them. */
  done: number
  created: number
  updated: number
  unchanged: number
  expired: number
  finishedAt: Date | null
}

export type ReadRows = { rows: readonly ArticleRow[]; rejectedCount: number; rejected: readonly Rejection[] }

/** More would make no better report. */
export const maxRejections = 1_000
