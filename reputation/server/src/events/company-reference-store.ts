import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'
import type { CompanyReference } from './company-reference.ts'

/** How answers and events name a company. */
export async function companyReference(db: Queryable, companyId: string): Promise<CompanyReference> {
  const { rows } = await sql<CompanyReference>`
    select id, name, slug from companies where id = ${companyId}`.execute(db)
  const company = rows[0]
  if (!company) throw new Error(`There is no company ${companyId}`)
  return { id: company.id, name: company.name, slug: company.slug }
}
