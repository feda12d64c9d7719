import { type Command, item } from '../command.ts'
import { limitOptions, wantedSettings } from '../company-options.ts'
import { UsageError } from '../usage-error.ts'

export const companySet: Command = {
  usage: 'company set <company>',
  options: limitOptions,
  summary: 'Change a company (slug or id): its name, time zone or limits',
  async run({ admin, by, input }) {
    const changes = wantedSettings(input)
    if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was named.')
    return item(await admin.changeCompany(by, input.argument('company'), changes))
  },
}
