import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'

export const userRemove: Command = {
  usage: 'user remove <user>',
  options: requiredCompanyOption,
  summary: 'Remove a user (id or e-mail address) from a company and end their sessions; their keys go on working',
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    const user = await admin.readUser(by, id, input.argument('user'))
    await admin.removeMember(by, id, user.id)
    return item(await admin.readUser(by, id, user.id))
  },
}
