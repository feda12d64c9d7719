import { chosenCompany, companyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'

export const userHold: Command = {
  usage: 'user hold <user>',
  options: { ...companyOption, release: { says: 'End the hold instead' } },
  summary: 'Put a user (id or e-mail address) under legal hold, so that an erasure passes over them',
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    return item(await admin.setLegalHold(by, id, input.argument('user'), !input.flag('release')))
  },
}
