import { monthOf } from '../../quota/model/month.ts'
import { usedInMonth } from '../../quota/quota-store.ts'
import { companyNamed } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'
import { UsageError } from '../usage-error.ts'

export const quotaShow: Command = {
  name: 'quota show',
  arguments: ['company'],
  options: { month: { value: 'YYYY-MM', says: 'Another month than the current one' } },
  summary: 'Show what a company has used of its monthly quota',
  async run({ admin, input }) {
    const month = input.text('month') ?? monthOf(admin.now()).slice(0, 7)
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new UsageError('--month must look like 2026-11.')
    const { id, slug, monthlyQuota } = await companyNamed(admin, input.argument('company'))
    const used = await usedInMonth(admin.db.connection, id, `${month}-01`)
    return item({ company: slug, month, monthlyQuota, used, remaining: Math.max(0, monthlyQuota - used) })
  },
}
