import { mentionsIn, type Redactor } from '../erasure/model/eraser.ts'
import { redactJson, redactText } from '../erasure/model/redact-text.ts'
import { lockResponses, replaceResponse } from './idempotency-store.ts'

/** Kept responses of requests that may be repeated. The key stays: it keeps what was done from being done twice. */
export const idempotencyRedactor: Redactor = {
  name: 'answers to repeated requests',
  async redact(tx, request) {
    let redacted = 0
    for (const { companyId, key, body } of await lockResponses(tx, request.companyId)) {
      const left = redactBody(body, mentionsIn(request, companyId))
      if (left === body) continue
      await replaceResponse(tx, { companyId, key, body: left })
      redacted += 1
    }
    return { redacted, held: 0 }
  },
}

/** The body with every mention redacted; in JSON string by string, for escapes must hide nobody. */
function redactBody(body: string, mentions: readonly string[]): string {
  try {
    const parsed: unknown = JSON.parse(body)
    const left = JSON.stringify(redactJson(parsed, mentions))
    return left === JSON.stringify(parsed) ? body : left
  } catch {
    return redactText(body, mentions)
  }
}
