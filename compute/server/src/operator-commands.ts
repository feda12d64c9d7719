/** The commands on people who may use the operator's view: `operator add`, `operator list`, `operator remove`. */
import { chosenCompany, requiredCompanyOption } from '@service/foundation/admin/chosen-company.ts'
import { type Command, item, list } from '@service/foundation/admin/command.ts'

const set =
  (isOperator: boolean): Command['run'] =>
  async ({ admin, by, input }) => {
    const { id } = await chosenCompany({ admin, by, input })
    const user = await admin.setOperator(by, id, input.argument('user'), isOperator)
    return item({ user: user.id, email: user.email, operator: isOperator })
  }

export const operatorCommands: readonly Command[] = [
  {
    usage: 'operator add <user>',
    options: requiredCompanyOption,
    summary: 'Let a person (id or e-mail address) use the operator’s view: all companies and hubs of the installation',
    run: set(true),
  },
  {
    usage: 'operator list',
    summary: 'List the people who may use the operator’s view',
    run: async ({ admin, by }) =>
      list('operators', await admin.listOperators(by), ['userId', 'email', 'name', 'companyId', 'madeAt']),
  },
  {
    usage: 'operator remove <user>',
    options: requiredCompanyOption,
    summary: 'Let a person use the operator’s view no longer',
    run: set(false),
  },
]
