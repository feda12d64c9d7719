import { createHash } from 'node:crypto'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactText } from '@service/foundation/erasure/model/redact-text.ts'
import * as answers from './completion-store.ts'

const pageSize = 1_000

/** Forgets a person whom a language model has named; the same answer that is imported again is known, and not kept. */
export const answerRedactor: Redactor = {
  name: 'answers of language models',
  async redact(tx, request) {
    let redacted = 0
    let page: answers.ErasableAnswer[] = []
    do {
      page = await answers.listErasable(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
      for (const { id, companyId, answer } of page) {
        const left = redactText(answer, mentionsIn(request, companyId))
        if (left === answer) continue
        const original = createHash('sha256')
          .update(JSON.stringify([id, answer]))
          .digest()
        await answers.redact(tx, { id, answer: left, originalSha256: original }, request.at)
        redacted += 1
      }
    } while (page.length === pageSize)
    return { redacted, held: 0 }
  },
}
