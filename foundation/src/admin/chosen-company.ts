import type { Company } from '../companies/model/company.ts'
import type { CommandContext } from './command.ts'

export const companyOption = { company: { value: 'COMPANY', says: 'Slug or id of the company' } } as const

/** The same for a command that needs one. */
export const requiredCompanyOption = { company: { ...companyOption.company, required: true } } as const

/** The company of a command that needs one. */
export const chosenCompany = ({ admin, by, input }: CommandContext): Promise<Company> =>
  admin.readCompany(by, input.required('company'))

/** The company of a command that may concern all; undefined where none is named. */
export async function optionalCompany(context: CommandContext): Promise<Company | undefined> {
  return context.input.text('company') === undefined ? undefined : chosenCompany(context)
}
