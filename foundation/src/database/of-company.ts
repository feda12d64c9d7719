import { type RawBuilder, sql } from 'kysely'

/** For the `where` of a statement that is about one company, or about all where none is named. */
export const ofCompany = (companyId: string | undefined, column = 'company_id'): RawBuilder<unknown> =>
  sql`(${companyId ?? null}::text is null or ${sql.ref(column)} = ${companyId ?? null})`
