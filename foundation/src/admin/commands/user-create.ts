import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'
import { UsageError } from '../usage-error.ts'

export const userCreate: Command = {
  usage: 'user create <email>',
  options: {
    ...requiredCompanyOption,
    name: { value: 'TEXT', says: "The person's name", required: true },
    role: { value: 'ROLE', says: 'Such as viewer, member or owner', default: 'member' },
  },
  summary: 'Create a user of a company; keys belong to the company of the user who creates them',
  async run({ admin, by, input }) {
    const { id: companyId } = await chosenCompany({ admin, by, input })
    const role = input.text('role') ?? 'member'
    const { roles } = admin.access
    if (!roles.includes(role)) throw new UsageError(`--role must be one of ${roles.join(', ')}.`)
    return item(
      await admin.createUser(by, { companyId, email: input.argument('email'), name: input.required('name'), role }),
    )
  },
}
