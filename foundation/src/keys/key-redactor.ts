import { mentionsIn, type Redactor } from '../erasure/model/eraser.ts'
import { redactText } from '../erasure/model/redact-text.ts'
import * as keys from './key-store.ts'

/** Forgets a person after whom a key is named. */
export const keyRedactor: Redactor = {
  name: 'keys',
  async redact(tx, request) {
    let redacted = 0
    for (const key of await keys.lockAll(tx, request.companyId)) {
      const name = redactText(key.name, mentionsIn(request, key.companyId)).slice(0, 200)
      if (name === key.name) continue
      await keys.rename(tx, key.id, name)
      redacted += 1
    }
    return { redacted, held: 0 }
  },
}
