import { type Command, list } from '../command.ts'

export const companyList: Command = {
  usage: 'company list',
  summary: 'List companies, newest first',
  async run({ admin, by }) {
    return list('companies', await admin.listCompanies(by))
  },
}
