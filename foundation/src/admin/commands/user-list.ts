import * as users from '../../users/user-store.ts'
import { chosenCompany, companyOption } from '../chosen-company.ts'
import { type Command, list } from '../command.ts'

export const userList: Command = {
  name: 'user list',
  arguments: [],
  options: companyOption,
  summary: "List a company's users, newest first",
  async run({ admin, input }) {
    const { id } = await chosenCompany(admin, input)
    return list('users', await users.list(admin.db.connection, id), [
      'id',
      'email',
      'name',
      'role',
      'legalHold',
      'createdAt',
      'erasedAt',
    ])
  },
}
