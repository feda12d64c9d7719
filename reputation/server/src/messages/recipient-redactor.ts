import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactText } from '@service/foundation/erasure/model/redact-text.ts'
import * as channels from './channel-store.ts'
import { forget } from './recipients/recipients.ts'

/** Forgets a person who is written to, or by whose name a channel is called. */
export const recipientRedactor: Redactor = {
  name: 'message channels',
  async redact(tx, request) {
    let redacted = 0
    for (const { companyId, text } of request.mentions)
      redacted += await forget(tx, companyId ?? request.companyId, [text])
    for (const { id, companyId, name, recipients } of await channels.lockWithRecipients(tx, request.companyId)) {
      const mentions = mentionsIn(request, companyId)
      const known = new Set(mentions.map((text) => text.toLowerCase()))
      const left = recipients.filter((one) => !known.has(one.toLowerCase()))
      const after = redactText(name, mentions)
      if (left.length === recipients.length && after === name) continue
      await channels.redact(tx, id, after, left)
      redacted++
    }
    return { redacted, held: 0 }
  },
}
