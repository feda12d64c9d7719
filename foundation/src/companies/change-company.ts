import { makeAudit } from '../audit/audit.ts'
import { changedFields } from '../audit/model/changed-fields.ts'
import type { Database } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import * as companies from './company-store.ts'
import { type Company, type CompanySettings, checkSettings } from './model/company.ts'

export type ChangeCompany = (by: Act, idOrSlug: string, changes: Partial<CompanySettings>) => Promise<Company>

type Deps = { db: Database; now: () => Date; newId: NewId }

/** Changes name, time zone or limits; every process follows within a second. Changing nothing leaves no event. */
export function makeChangeCompany({ db, now, newId }: Deps): ChangeCompany {
  const audit = makeAudit({ now, newId })
  return (by, idOrSlug, changes) =>
    db.transaction(async (tx) => {
      const company = await companies.lock(tx, idOrSlug)
      if (!company) throw new Problem('not-found', `Company ${idOrSlug} not found.`)
      const { id, slug, createdAt, ...settings } = company
      const wanted = checkSettings({ ...settings, ...changes })
      const changed = changedFields(settings, wanted)
      if (!changed) return company
      await companies.update(tx, id, wanted)
      await audit.record(tx, by, {
        ...changed,
        companyId: id,
        action: 'company.change',
        target: id,
      })
      return { id, slug, createdAt, ...wanted }
    })
}
