import { createHash } from 'node:crypto'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { names } from './names-person.ts'
import * as verdicts from './verdict-store.ts'

/** Forgets a person whom a verdict is about, or who gave it. The decision itself stays, and goes on being shown. */
export const verdictRedactor: Redactor = {
  name: 'verdicts',
  async redact(tx, request) {
    const redaction = { redacted: 0, held: 0 }
    for (const verdict of await verdicts.listErasable(tx, request.companyId)) {
      const { id, name, note, reviewer, held } = verdict
      if (!names([name, note, reviewer], mentionsIn(request, verdict.companyId))) continue
      const original = createHash('sha256')
        .update(JSON.stringify([id, name, note, reviewer]))
        .digest()
      if (!held) await verdicts.redact(tx, id, original, request.at)
      redaction[held ? 'held' : 'redacted'] += 1
    }
    return redaction
  },
}
