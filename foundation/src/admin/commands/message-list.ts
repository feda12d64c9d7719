import { companyOption, optionalCompany } from '../chosen-company.ts'
import { type Command, list } from '../command.ts'

export const messageList: Command = {
  usage: 'message list',
  options: companyOption,
  summary:
    'List what waits to be sent to people about their accounts; "user link" prints the link that somebody asked for',
  async run(context) {
    const { admin, by } = context
    const company = await optionalCompany(context)
    return list('messages', await admin.listAccountMessages(by, company?.id))
  },
}
