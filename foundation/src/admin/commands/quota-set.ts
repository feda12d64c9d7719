import { type Command, item } from '../command.ts'
import { asWholeNumber } from '../command-input.ts'

export const quotaSet: Command = {
  usage: 'quota set <company> <requests>',
  summary: 'Set how many requests a company may make in a calendar month, UTC',
  async run({ admin, by, input }) {
    const monthlyQuota = asWholeNumber('<requests>', input.argument('requests'))
    return item(await admin.changeCompany(by, input.argument('company'), { monthlyQuota }))
  },
}
