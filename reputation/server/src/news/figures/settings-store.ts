/** All SQL of what a company may set about its figures. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import { sql } from 'kysely'

/** P(negative) from which an article is an alert. */
export async function alertThreshold(db: Queryable, companyId: string): Promise<number> {
  const { rows } = await sql<{ alertThreshold: number }>`
    select alert_threshold from company_figure_settings where company_id = ${companyId}`.execute(db)
  return rows[0]?.alertThreshold ?? alertSettings.negativeArticle
}

export async function setAlertThreshold(tx: Queryable, companyId: string, threshold: number): Promise<void> {
  await sql`
    insert into company_figure_settings (company_id, alert_threshold) values (${companyId}, ${threshold})
        on conflict (company_id) do update set alert_threshold = excluded.alert_threshold`.execute(tx)
}
