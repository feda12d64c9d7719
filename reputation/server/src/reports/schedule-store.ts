/** All SQL of when reports are made without being asked for. */
import type { Queryable } from '@service/foundation/database/database.ts'
import type { Period } from '@service/reputation-domain/series/model/month.ts'
import { sql } from 'kysely'

export type Scheduled = { companyId: string; period: Period; timeZone: string; dueAt: Date }

export async function find(db: Queryable, companyId: string): Promise<Pick<Scheduled, 'period' | 'dueAt'> | undefined> {
  const { rows } = await sql<Pick<Scheduled, 'period' | 'dueAt'>>`
    select period, due_at from report_schedules where company_id = ${companyId}`.execute(db)
  return rows[0]
}

export type UnscheduledCompany = { companyId: string; timeZone: string; createdAt: Date }

/** Companies that are in the news, and have no schedule yet. */
export async function listUnscheduled(db: Queryable, limit: number): Promise<UnscheduledCompany[]> {
  const { rows } = await sql<UnscheduledCompany>`
    select c.id as company_id, c.time_zone, c.created_at from companies c
     where exists (select from company_subjects s where s.company_id = c.id and s.role = 'own')
       and not exists (select from report_schedules r where r.company_id = c.id)
     order by c.id limit ${limit}`.execute(db)
  return rows
}

export async function insert(db: Queryable, { companyId, period, timeZone, dueAt }: Scheduled): Promise<void> {
  await sql`
    insert into report_schedules (company_id, period, time_zone, due_at)
    values (${companyId}, ${period}, ${timeZone}, ${dueAt}) on conflict do nothing`.execute(db)
}

/** Those whose company has moved to another time zone since. */
export async function listMoved(db: Queryable, limit: number): Promise<Scheduled[]> {
  const { rows } = await sql<Scheduled>`
    select r.company_id, r.period, c.time_zone, r.due_at
      from report_schedules r join companies c on c.id = r.company_id
     where r.time_zone <> c.time_zone order by r.company_id limit ${limit}`.execute(db)
  return rows
}

export async function move(db: Queryable, { companyId, period, timeZone, dueAt }: Scheduled): Promise<void> {
  await sql`
    update report_schedules set time_zone = ${timeZone}, due_at = ${dueAt}, failures = 0
     where company_id = ${companyId} and period = ${period}`.execute(db)
}

export async function nextDue(db: Queryable, now: Date): Promise<Scheduled | undefined> {
  const { rows } = await sql<Scheduled>`
    select company_id, period, time_zone, due_at from report_schedules
     where due_at <= ${now} order by due_at, company_id limit 1`.execute(db)
  return rows[0]
}

/** To the next month, unless somebody else has done so: then this returns false, and what was made is not to be kept. */
export async function advance(
  tx: Queryable,
  { companyId, period }: Scheduled,
  next: { period: Period; dueAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update report_schedules set period = ${next.period}, due_at = ${next.dueAt}, failures = 0
     where company_id = ${companyId} and period = ${period}
    returning company_id`.execute(tx)
  return rows.length === 1
}

/** Without a subject of its own a company gets none, until it has one again. */
export async function remove(db: Queryable, companyId: string): Promise<void> {
  await sql`delete from report_schedules where company_id = ${companyId}`.execute(db)
}

/** Later, the longer it fails: after 1, 2, 4 … minutes, at most a day. */
export async function putOff(db: Queryable, { companyId, period }: Scheduled, now: Date): Promise<void> {
  await sql`
    update report_schedules
       set failures = failures + 1,
           due_at = ${now}::timestamptz + least(interval '1 day', interval '1 minute' * power(2, least(failures, 12)))
     where company_id = ${companyId} and period = ${period}`.execute(db)
}
