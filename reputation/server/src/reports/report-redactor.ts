import { isDeepStrictEqual } from 'node:util'
import { mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactJson } from '@service/foundation/erasure/model/redact-text.ts'
import { redactUrl } from '../news/news.ts'
import type { ReportFacts } from './model/report-facts.ts'
import * as reports from './report-store.ts'

/** Each has all that a month came to. */
const pageSize = 50

/** Forgets a person whom a headline or a comment names. */
export const reportRedactor: Redactor = {
  name: 'reports',
  async redact(tx, request) {
    await reports.holdReports(tx)
    let redacted = 0
    for (let afterId = ''; ; ) {
      const page = await reports.lockErasable(tx, request.companyId, afterId, pageSize)
      for (const { id, companyId, facts } of page) {
        const after = redactFacts(facts, mentionsIn(request, companyId))
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

/** Addresses name people too, in letters of their own. */
function redactFacts(facts: ReportFacts, mentions: readonly string[]): ReportFacts {
  const { news, ...rest } = redactJson(facts, mentions) as ReportFacts
  const withUrl = <Row extends { url: string }>(rows: readonly Row[], before: readonly Row[]): Row[] =>
    rows.map((row, index) => ({ ...row, url: redactUrl(before[index]?.url ?? row.url, mentions) }))
  const { stories, cited } = facts.news
  return { ...rest, news: { ...news, stories: withUrl(news.stories, stories), cited: withUrl(news.cited, cited) } }
}
