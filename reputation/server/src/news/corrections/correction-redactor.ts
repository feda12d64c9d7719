import { createHash } from 'node:crypto'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactText } from '@service/foundation/erasure/model/redact-text.ts'
import * as corrections from '../articles/correction-store.ts'

const pageSize = 500

/** Forgets a person whom the note of a correction names: the name goes, the rest of the note stays. */
export const correctionRedactor: Redactor = {
  name: 'corrections of articles',
  async redact(tx, request) {
    let redacted = 0
    for (let afterId = ''; ; ) {
      const page = await corrections.listErasable(tx, request.companyId, afterId, pageSize)
      for (const { id, companyId, note } of page) {
        const after = redactText(note, mentionsIn(request, companyId))
        if (after === note) continue
        const originalSha256 = createHash('sha256')
          .update(JSON.stringify([id, note]))
          .digest()
        await corrections.redact(tx, { id, note: after, originalSha256, at: request.at })
        redacted++
      }
      const last = page.at(-1)
      if (!last || page.length < pageSize) return { redacted, held: 0 }
      afterId = last.id
    }
  },
}
