import { setImmediate } from 'node:timers/promises'
import type { ReadRows, Rejection } from './article-import.ts'
import { maxRejections } from './article-import.ts'
import type { ArticleRow } from './rows/article-row.ts'
import { type RowFormat, readArticleRows } from './rows/read-article-rows.ts'

/** All rows of a document, read without holding up the service. */
export async function collectRows(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: { format: RowFormat; now: Date },
): Promise<ReadRows> {
  const rows: ArticleRow[] = []
  const rejected: Rejection[] = []
  let rejectedCount = 0
  for await (const read of readArticleRows(chunks, options)) {
    for (const one of read) {
      if (one.kind === 'row') {
        rows.push(one.row)
        continue
      }
      rejectedCount++
      const { line, code, reason } = one
      if (rejected.length < maxRejections) rejected.push({ line, code, reason })
    }
  }
  return { rows, rejectedCount, rejected }
}

const sliceBytes = 64 * 1_024

/** A body that is there as a whole, in slices with a breath after each. */
export async function* slicesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += sliceBytes) {
    yield body.subarray(at, at + sliceBytes)
    await setImmediate()
  }
}

/** Articles of a JSON body as lines, so that each is judged, and reported, by itself: the first is line 1. */
export function* linesOf(articles: readonly unknown[]): Generator<Uint8Array> {
  for (const article of articles) yield Buffer.from(`${JSON.stringify(article)}\n`)
}
