import { type Command, item } from '../command.ts'
import { newCompanyOptions, wantedSettings } from '../company-options.ts'

export const companyCreate: Command = {
  usage: 'company create <slug>',
  options: newCompanyOptions,
  summary: 'Create a company; its slug names it on command lines and in addresses, for good',
  async run({ admin, by, input }) {
    const name = input.required('name')
    return item(await admin.createCompany(by, { ...wantedSettings(input), slug: input.argument('slug'), name }))
  },
}
