import { monthOf } from '../../quota/model/month.ts'
import { type Command, item } from '../command.ts'
import { UsageError } from '../usage-error.ts'

export const quotaShow: Command = {
  name: 'quota show',
  arguments: ['company'],
  options: { month: { value: 'YYYY-MM', says: 'Another month than the current one' } },
  summary: 'Show what a company has used of its monthly quota',
  async run({ admin, by, input }) {
    const month = input.text('month') ?? monthOf(admin.now()).slice(0, 7)
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new UsageError('--month must look like 2026-11.')
    const { id } = await admin.readCompany(by, input.argument('company'))
    return item(await admin.readQuota(by, id, month))
  },
}
