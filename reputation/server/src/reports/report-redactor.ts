import { isDeepStrictEqual } from 'node:util'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactJson } from '@service/foundation/erasure/model/redact-text.ts'
import type { ReportFacts } from './model/report-facts.ts'
import * as reports from './report-store.ts'

/** Each has all that a month came to. */
const pageSize = 50

/** Forgets a person whom a headline or a comment names. */
export const reportRedactor: Redactor = {
  name: 'reports',
  async redact(tx, request) {
    let redacted = 0
    for (let afterId = ''; ; ) {
      const page = await reports.lockErasable(tx, request.companyId, afterId, pageSize)
      for (const { id, companyId, facts } of page) {
        const after = redactJson(facts, mentionsIn(request, companyId)) as ReportFacts
        if (isDeepStrictEqual(after, facts)) continue
        await reports.redact(tx, id, after, request.at)
        redacted++
      }
      const last = page.at(-1)
      if (!last || page.length < pageSize) return { redacted, held: 0 }
      afterId = last.id
    }
  },
}
