import type { Administration } from '@service/foundation/administration/administration.ts'
import { sql } from 'kysely'

/** As if the company had published the record of its domain: no name server has records of invented domains. */
export async function verifyDomain(
  { administration: { db, now } }: { administration: Pick<Administration, 'db' | 'now'> },
  companyId: string,
): Promise<void> {
  await sql`update single_sign_ons set domain_verified_at = ${now()} where company_id = ${companyId}`.execute(
    db.connection,
  )
}
