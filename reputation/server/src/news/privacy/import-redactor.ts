import { isDeepStrictEqual } from 'node:util'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactJson } from '@service/foundation/erasure/model/redact-text.ts'
import type { ArticleRow } from '../imports/rows/article-row.ts'
import { packRows, unpackRows } from '../imports/start-import.ts'
import * as erasable from './erasable-store.ts'
import { redactUrl } from './redact-article.ts'

/** Forgets a person in rows that wait to be taken in. Reports of bad rows quote nothing. */
export const importRedactor: Redactor = {
  name: 'imports',
  async redact(tx, request) {
    let redacted = 0
    for (const { id, companyId, rows } of await erasable.lockPendingImports(tx, request.companyId)) {
      const lines = await unpackRows(rows)
      const mentions = mentionsIn(request, companyId)
      const before = lines.map((line) => JSON.parse(line) as ArticleRow)
      const after = before.map((row) => redactRow(row, mentions))
      if (isDeepStrictEqual(after, before)) continue
      await erasable.replaceRows(tx, id, await packRows(after))
      redacted += 1
    }
    return { redacted, held: 0 }
  },
}

function redactRow({ url, ...row }: ArticleRow, mentions: readonly string[]): ArticleRow {
  const after = redactJson(row, mentions) as Omit<ArticleRow, 'url'>
  return { ...after, ...(url !== undefined && { url: redactUrl(url, mentions) }) }
}
