import { createHash } from 'node:crypto'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactText } from '@service/foundation/erasure/model/redact-text.ts'
import * as completions from './completion-store.ts'

const pageSize = 1_000

/** Forgets a person whom a language model has named; the same completion that is imported again is known, and not kept. */
export const completionRedactor: Redactor = {
  name: 'answers of language models',
  async redact(tx, request) {
    let redacted = 0
    let page: completions.ErasableCompletion[] = []
    do {
      page = await completions.listErasable(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
      for (const { id, companyId, completion } of page) {
        const left = redactText(completion, mentionsIn(request, companyId))
        if (left === completion) continue
        const original = createHash('sha256')
          .update(JSON.stringify([id, completion]))
          .digest()
        await completions.redact(tx, { id, completion: left, originalSha256: original }, request.at)
        redacted += 1
      }
    } while (page.length === pageSize)
    return { redacted, held: 0 }
  },
}
