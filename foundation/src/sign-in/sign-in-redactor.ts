import { sql } from 'kysely'
import { ofCompany } from '../database/database.ts'
import type { Redactor } from '../erasure/model/eraser.ts'

/** An erased person keeps no password, no passkey, no session with its address and browser, and no known device. Runs behind the users’ own. */
export const signInRedactor: Redactor = {
  name: 'sign-in',
  async redact(tx, { companyId }) {
    const erased = sql`select id from users where erased_at is not null and ${ofCompany(companyId)}`
    let redacted = 0
    for (const table of [
      'sessions',
      'known_devices',
      'account_links',
      'account_messages',
      'user_passwords',
      'user_totp',
      'recovery_codes',
      'passkeys',
      'provider_identities',
      'passkey_challenges',
      'oauth_grants',
      'key_hand_overs',
    ]) {
      const { rows } =
        await sql`delete from ${sql.table(table)} where user_id in (${erased}) returning user_id`.execute(tx)
      redacted += rows.length
    }
    return { redacted, held: 0 }
  },
}
