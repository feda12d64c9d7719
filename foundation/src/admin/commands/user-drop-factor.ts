import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'

export const userDropFactor: Command = {
  usage: 'user drop-factor <user>',
  options: requiredCompanyOption,
  summary: 'Remove the second factor of a user (id or e-mail address) who has lost it',
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    const user = await admin.readUser(by, id, input.argument('user'))
    return item({ user: user.id, removed: await admin.removeMemberFactor(by, id, user.id) })
  },
}
