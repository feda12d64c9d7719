/** The end of kept logs: by age, and where they name a person who is forgotten. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { mentionsIn, type Pruner, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactJson } from '@service/foundation/erasure/model/redact-text.ts'
import * as store from './kept-log-store.ts'

export const logPruner = (keptMs: number): Pruner => ({ name: 'logs', keptMs, prune: store.deleteOld })

/** A page is up to a quarter of a megabyte a log. */
const pageSize = 50

export const logRedactor: Redactor = {
  name: 'logs',
  async redact(tx, request) {
    let redacted = 0
    let page: store.ErasableLog[] = []
    do {
      page = await store.listErasable(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
      for (const { id, companyId, lines } of page) {
        const left = redactJson(lines, mentionsIn(request, companyId))
        if (isDeepStrictEqual(left, lines)) continue
        const originalSha256 = createHash('sha256')
          .update(JSON.stringify([id, lines]))
          .digest()
        await store.redact(tx, { id, lines: left }, { originalSha256, at: request.at })
        redacted += 1
      }
    } while (page.length === pageSize)
    return { redacted, held: 0 }
  },
}
