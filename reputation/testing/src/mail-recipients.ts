import { sql } from 'kysely'
import type { RunningService } from './running-service.ts'

/** As if the recipient had been asked, and had decided. */
export async function putRecipient(
  { administration }: RunningService,
  { companyId, address, state }: { companyId: string; address: string; state: 'waiting' | 'confirmed' | 'stopped' },
): Promise<void> {
  await sql`
    update mail_recipients set state = ${state}, requested_at = now(), due_at = null, error = null
     where company_id = ${companyId} and address = ${address}`.execute(administration.db.connection)
}
