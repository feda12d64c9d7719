import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'

/** Throws where the company signs in by its provider alone. For who has proved to be this person: others learn nothing. */
export async function requireOtherSignIn(
  tx: Queryable,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const { rows } = await sql`
    select from single_sign_ons
     where company_id = ${companyId} and required_except is not null and required_except <> ${userId}`.execute(tx)
  if (rows.length > 0)
    throw new Problem(
      { code: 'single-sign-on-required', status: 403 },
      'Your company signs in by single sign-on alone. Use that instead.',
    )
}
