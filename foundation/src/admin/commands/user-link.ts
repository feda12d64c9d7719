import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'
import { linkShownOnce } from '../user-links.ts'

export const userLink: Command = {
  usage: 'user link <user>',
  options: requiredCompanyOption,
  summary: 'Print a link by which a user (id or e-mail address) chooses a password: an invitation, or a reset',
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    return item(await admin.makeAccountLink(by, id, input.argument('user')), linkShownOnce)
  },
}
