import { createHash } from 'node:crypto'
import * as audit from '../audit/audit.ts'
import type { AuditEvent, Fields } from '../audit/model/audit-event.ts'
import { mentionsIn, type Redactor } from './model/eraser.ts'
import { redactJson } from './model/redact-text.ts'

const pageSize = 1_000

/**
 * Forgets a person whom `before` or `after` of an event mentions: a user's name, a key called "Jane Doe's laptop". It
 * reads every event, a page at a time: an erasure is rare, and a search in the database would have to agree with ours
 * on what lower case is in every script.
 */
export const auditRedactor: Redactor = {
  name: 'audit',
  async redact(tx, request) {
    const redaction = { redacted: 0, held: 0 }
    let page: audit.HoldableEvent[]
    let beforeId: string | undefined
    do {
      page = await audit.listWithHolds(tx, { companyId: request.companyId, beforeId }, pageSize)
      beforeId = page.at(-1)?.id
      for (const event of page) {
        const content = withoutMentions(event, mentionsIn(request, event.companyId))
        if (!content) continue
        if (event.held) {
          redaction.held += 1
          continue
        }
        await audit.replaceContent(tx, event.id, { ...content, originalSha256: contentSha256(event), at: request.at })
        redaction.redacted += 1
      }
    } while (page.length === pageSize)
    return redaction
  },
}

function withoutMentions({ before, after }: AuditEvent, mentions: readonly string[]) {
  const redacted = {
    before: redactJson(before, mentions) as Fields | null,
    after: redactJson(after, mentions) as Fields | null,
  }
  return JSON.stringify(redacted) === JSON.stringify({ before, after }) ? undefined : redacted
}

const contentSha256 = ({ id, before, after }: AuditEvent): Uint8Array =>
  createHash('sha256')
    .update(JSON.stringify([id, before, after]))
    .digest()
