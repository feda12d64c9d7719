import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'

export const userSet: Command = {
  usage: 'user set <user>',
  options: {
    ...requiredCompanyOption,
    name: { value: 'TEXT', says: "The person's name" },
    role: { value: 'ROLE', says: 'Such as viewer, member or owner; another role ends the sessions' },
  },
  summary: 'Change the name or the role of a user (id or e-mail address)',
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    const user = await admin.readUser(by, id, input.argument('user'))
    const [name, role] = [input.text('name'), input.text('role')]
    return item(
      await admin.changeMember(by, id, user.id, {
        ...(name !== undefined && { name }),
        ...(role !== undefined && { role }),
      }),
    )
  },
}
