import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, list } from '../command.ts'

export const userList: Command = {
  usage: 'user list',
  options: requiredCompanyOption,
  summary: "List a company's users, newest first",
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    return list('users', await admin.listUsers(by, id), [
      'id',
      'email',
      'name',
      'role',
      'legalHold',
      'createdAt',
      'removedAt',
      'erasedAt',
    ])
  },
}
