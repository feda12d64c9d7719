import { Problem } from '@service/foundation/problem.ts'
import type { ReadRows, Rejection } from './article-import.ts'
import { maxRejections } from './article-import.ts'
import type { ArticleRow } from './rows/article-row.ts'
import { type RowFormat, readArticleRows } from './rows/read-article-rows.ts'

type Options = {
  format: RowFormat
  now: Date
  /** Of all rows, bad ones included. */
  maxRows?: number
}

/** More than the text of an article has, on average. */
const linesEach = 20

/** All rows of a document, read without holding up the service. Throws a `Problem` where there are more than `maxRows`. */
export async function collectRows(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxRows = Number.POSITIVE_INFINITY, ...options }: Options,
): Promise<ReadRows> {
  const rows: ArticleRow[] = []
  const rejected: Rejection[] = []
  let rejectedCount = 0
  for await (const read of readArticleRows(chunks, { ...options, maxLines: maxRows * linesEach })) {
    for (const one of read) {
      if (one.kind === 'row') {
        rows.push(one.row)
        continue
      }
      rejectedCount++
      const { line, code, reason } = one
      if (rejected.length < maxRejections) rejected.push({ line, code, reason })
    }
    if (rows.length + rejectedCount > maxRows) {
      throw new Problem('too-large', `An import can have at most ${maxRows} articles. Split it into several.`)
    }
  }
  return { rows, rejectedCount, rejected }
}

/** Even of empty lines there are not too many in one. */
const sliceBytes = 8_192

/** A body that is there as a whole, in slices. */
export function* slicesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += sliceBytes) yield body.subarray(at, at + sliceBytes)
}
