import { chosenMonth, monthOption } from '../chosen-month.ts'
import { type Command, item } from '../command.ts'

export const quotaShow: Command = {
  usage: 'quota show <company>',
  options: monthOption,
  summary: 'Show what a company has used of its monthly quota',
  async run({ admin, by, input }) {
    const month = chosenMonth({ admin, input })
    const { id } = await admin.readCompany(by, input.argument('company'))
    return item(await admin.readQuota(by, id, month))
  },
}
