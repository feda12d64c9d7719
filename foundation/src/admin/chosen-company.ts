import type { Administration } from '../administration/administration.ts'
import * as companies from '../companies/company-store.ts'
import type { Company } from '../companies/model/company.ts'
import { Problem } from '../problem.ts'
import type { CommandInput } from './command-input.ts'

export const companyOption = { company: { value: 'COMPANY', says: 'Slug or id of the company' } } as const

export async function companyNamed(admin: Administration, idOrSlug: string): Promise<Company> {
  const company = await companies.find(admin.db.connection, idOrSlug)
  if (!company) throw new Problem('not-found', `There is no company ${idOrSlug}.`)
  return company
}

export const chosenCompany = (admin: Administration, input: CommandInput): Promise<Company> =>
  companyNamed(admin, input.required('company'))

export async function optionalCompany(admin: Administration, input: CommandInput): Promise<Company | undefined> {
  return input.text('company') === undefined ? undefined : chosenCompany(admin, input)
}
