import * as companies from '../../companies/company-store.ts'
import { type Command, list } from '../command.ts'

export const companyList: Command = {
  name: 'company list',
  arguments: [],
  options: {},
  summary: 'List companies, newest first',
  async run({ admin }) {
    return list('companies', await companies.list(admin.db.connection))
  },
}
