import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'

export const userSignOut: Command = {
  usage: 'user sign-out <user>',
  options: requiredCompanyOption,
  summary: 'End all sessions of a user (id or e-mail address)',
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    const user = await admin.readUser(by, id, input.argument('user'))
    return item({ user: user.id, endedSessions: await admin.endMemberSessions(by, id, user.id) })
  },
}
