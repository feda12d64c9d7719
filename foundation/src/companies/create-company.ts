import { makeAudit } from '../audit/audit.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import { InputFaults } from '../input-faults.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import * as companies from './company-store.ts'
import { type Company, type CompanySettings, checkSettings, defaultLimits, isSlug } from './model/company.ts'

export type NewCompany = Pick<CompanySettings, 'name'> & Partial<CompanySettings> & { slug: string }

export type CreateCompany = (by: Act, input: NewCompany) => Promise<Company>

type Deps = { db: Database; now: () => Date; newId: NewId }

export function makeCreateCompany(deps: Deps): CreateCompany {
  const insertCompany = makeInsertCompany(deps)
  return (by, input) => deps.db.transaction((tx) => insertCompany(tx, by, input))
}

/** Throws where no company can have these settings. */
export const checkNewCompany = (input: Omit<NewCompany, 'slug'>, faults?: InputFaults): CompanySettings =>
  checkSettings({ ...defaultLimits, timeZone: 'UTC', ...input }, faults)

/** Stores a company with the audit event. `signedUp`: somebody made it for themselves. */
export function makeInsertCompany({ now, newId }: Omit<Deps, 'db'>) {
  const audit = makeAudit({ now, newId })
  return async (
    tx: Queryable,
    by: Act,
    { slug, ...input }: NewCompany,
    { signedUp = false }: { signedUp?: boolean } = {},
  ): Promise<Company> => {
    const faults = new InputFaults()
    if (!isSlug(slug)) faults.add('slug', 'must have 1 to 63 of a–z, 0–9 and -, and neither begin nor end with -')
    const settings = checkNewCompany(input, faults)
    const company = { id: newId('cmp'), slug, ...settings, createdAt: now() }
    const { id, createdAt, ...after } = company
    if (!(await companies.insert(tx, company, { signedUp }))) {
      throw new Problem('conflict', `A company with the slug ${slug} already exists.`)
    }
    await audit.record(tx, by, {
      at: createdAt,
      companyId: id,
      action: signedUp ? 'company.sign-up' : 'company.create',
      target: id,
      after,
    })
    return company
  }
}
