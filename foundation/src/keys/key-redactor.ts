import type { Redactor } from '../erasure/eraser.ts'
import { redactText } from '../erasure/redact-text.ts'
import * as keys from './key-store.ts'

/** Forgets a person after whom a key is named. */
export const keyRedactor: Redactor = {
  name: 'keys',
  async redact(tx, companyId, { email, name }) {
    const mentions = [email, name].filter((text) => text !== undefined)
    const redaction = { redacted: 0, held: 0 }
    for (const key of await keys.lockAll(tx, companyId)) {
      const name = redactText(key.name, mentions)
      if (name === key.name) continue
      await keys.rename(tx, key.id, name.slice(0, 200))
      redaction.redacted += 1
    }
    return redaction
  },
}
