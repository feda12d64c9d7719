/** Reports as agents are offered them: what there is, and where the document is. A comment is text of a person. */
import type { Tool } from '@service/foundation/mcp/mcp.ts'

type Listed = { period: string; headline: string; complete: boolean }

export const listReportsTool: Tool = {
  name: 'list_reports',
  title: 'List reports',
  description: 'Lists the monthly reports, the last made first: the month in a line, and where the PDF is.',
  effect: 'reads',
  takes: { period: true, limit: { description: 'How many at most.', default: 12, maximum: 50 }, cursor: true },
  untrusted: ['comment'],
  says: ({ reports, nextCursor }: { reports: readonly Listed[]; nextCursor: string | null }) => {
    if (reports.length === 0) return 'There are no reports.'
    const lines = reports.slice(0, 12).map(({ period, complete }) => (complete ? period : `${period} (not over then)`))
    return `${reports.length} reports: ${lines.join(', ')}.${nextCursor === null ? '' : ' There are more.'}`
  },
}
