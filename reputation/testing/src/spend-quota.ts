import { sql } from 'kysely'
import type { RunningService } from './running-service.ts'

/** Tenths of what the company may ask this month are spent. */
export async function spendQuota({ administration: { db } }: RunningService, companyId: string, tenths: number) {
  await sql`
    insert into quota_usage (company_id, month, used)
    select id, date_trunc('month', now())::date, monthly_quota * ${tenths}::int / 10 from companies where id = ${companyId}
        on conflict (company_id, month) do update set used = excluded.used`.execute(db.connection)
}
