import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import { linkShownOnce } from '../user-links.ts'

export const userCreate: Command = {
  usage: 'user create <email>',
  options: {
    ...requiredCompanyOption,
    name: { value: 'TEXT', says: "The person's name", required: true },
    role: { value: 'ROLE', says: 'Such as viewer, member or owner', default: 'member' },
  },
  summary:
    'Create a user of a company and print the link of their invitation, once; keys belong to the company of their maker',
  async run({ admin, by, input }) {
    const { id: companyId } = await chosenCompany({ admin, by, input })
    const role = input.text('role') ?? 'member'
    const { roles } = admin.access
    if (!roles.includes(role)) throw new UsageError(`--role must be one of ${roles.join(', ')}.`)
    const wanted = { companyId, email: input.argument('email'), name: input.required('name'), role }
    if (!admin.hasPages) return item(await admin.createUser(by, wanted))
    const { user, invitation } = await admin.inviteUser(by, wanted)
    return item({ ...user, invitation: invitation.link, invitationExpiresAt: invitation.expiresAt }, linkShownOnce)
  },
}
