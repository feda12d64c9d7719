/** All SQL that reads scores. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { ScoredDay } from '@service/reputation-domain/score/drop.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import { sql } from 'kysely'
import type { Drivers } from '../model/drivers.ts'

export type CompanyFigures = { methodologyVersion: string; computedAt: Date; sample: boolean; drivers: Drivers }

export async function figuresOf(db: Queryable, companyId: string): Promise<CompanyFigures | undefined> {
  const { rows } = await sql<CompanyFigures>`
    select methodology_version, computed_at, sample, drivers
      from company_figures where company_id = ${companyId}`.execute(db)
  return rows[0]
}

type ScoreRow = {
  day: string
  observed: boolean
  effectiveMentions: number
  pillars: ScoredDay['values']
  methodologyVersion: string
}

/** From the last stored day before the first asked for, up to the last; days on which nothing changes are not stored. */
export async function readDays(
  db: Queryable,
  companyId: string,
  { from, to }: { from: string; to: string },
): Promise<Map<number, ScoredDay>> {
  const { rows } = await sql<ScoreRow>`
    select day::text, observed, effective_mentions, pillars, methodology_version
      from score_days
     where company_id = ${companyId} and day <= ${to}::date
       and day >= coalesce((select max(day) from score_days where company_id = ${companyId} and day <= ${from}::date),
                           ${from}::date)`.execute(db)
  return new Map(rows.map(toDay).map((scored) => [scored.day, scored]))
}

const toDay = ({ day, pillars, ...row }: ScoreRow): ScoredDay => ({
  ...row,
  day: dayOf(Date.parse(day)),
  values: pillars,
})
