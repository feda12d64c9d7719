import { optionalCompany } from '../chosen-company.ts'
import type { Command } from '../command.ts'

export const auditList: Command = {
  usage: 'audit list',
  options: {
    company: { value: 'COMPANY', says: 'Only acts on this company' },
    target: { value: 'ID', says: 'Only acts on this key, user or company' },
    limit: { value: 'N', says: 'How many', default: '50' },
    before: { value: 'ID', says: 'Go on behind this event' },
  },
  summary: 'List acts of administration, newest first',
  async run({ admin, by, input }) {
    const company = await optionalCompany({ admin, by, input })
    const limit = Math.max(1, input.wholeNumber('limit') ?? 50)
    const filter = { companyId: company?.id, target: input.text('target'), beforeId: input.text('before') }
    const rows = await admin.listAuditEvents(by, filter, limit + 1)
    const shown = rows.slice(0, limit)
    const columns = ['id', 'at', 'actor', 'action', 'target', 'before', 'after']
    const output = { kind: 'list', name: 'events', rows: shown, columns } as const
    return rows.length > limit ? { ...output, next: shown.at(-1)!.id } : output
  },
}
