/** The SQL of plans. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import { sql } from 'kysely'
import type { KeptPlan } from './model/plan.ts'

/** Removes all but the company's newest `maxKept`, this one among them. */
export async function insert(db: Queryable, companyId: string, plan: KeptPlan, maxKept: number): Promise<void> {
  const { id, body, outcome, hubId, priceUsdPerGpuHour, sovereignty, plannedAt } = plan
  await sql`
    with inserted as (
      insert into plans (plan_id, company_id, body, outcome, hub_id, price_usd_per_gpu_hour, sovereignty, planned_at)
      values (${id}, ${companyId}, ${JSON.stringify(body)}::jsonb, ${outcome}, ${hubId}, ${priceUsdPerGpuHour}, ${sovereignty},
              ${plannedAt}))
    delete from plans where plan_id in (
      select plan_id from plans where plan_id in (
        select plan_id from plans where company_id = ${companyId}
         order by planned_at desc, plan_id desc offset ${maxKept - 1}) -- which does not see the new one
      for update skip locked)`.execute(db)
}

type Row = Omit<KeptPlan, 'priceUsdPerGpuHour'> & { priceUsdPerGpuHour: string }

export async function find(db: Queryable, companyId: string, planId: string): Promise<KeptPlan | undefined> {
  const { rows } = await sql<Row>`
    select plan_id as id, body, outcome, hub_id, price_usd_per_gpu_hour, sovereignty, planned_at
      from plans where company_id = ${companyId} and plan_id = ${planId}`.execute(db)
  const [row] = rows
  return row && { ...row, priceUsdPerGpuHour: Number(row.priceUsdPerGpuHour) }
}

/**
 * Claims plans for the operations that deploy them, and returns the operation that has each now: one that came first, be it
 * in this very call, keeps its plan.
 */
export async function claimAll(
  tx: Queryable,
  claims: readonly { planId: string; operation: string }[],
): Promise<Map<string, string>> {
  const first = new Map([...claims].reverse().map(({ planId, operation }) => [planId, operation]))
  const { rows } = await sql<{ planId: string; usedBy: string }>`
    update plans set used_by = coalesce(used_by, operation)
      from unnest(${[...first.keys()]}::text[], ${[...first.values()]}::text[]) as claim (claimed, operation)
     where plan_id = claimed
    returning plan_id, used_by`.execute(tx)
  return new Map(rows.map(({ planId, usedBy }) => [planId, usedBy]))
}

export async function deleteOld(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from plans where plan_id in (
      select plan_id from plans where planned_at < ${before} order by planned_at limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A page in the order of ids; `afterId` ends the page before. */
export async function lockPage(
  tx: Queryable,
  companyId: string | undefined,
  afterId: string,
  limit: number,
): Promise<{ id: string; companyId: string; body: unknown }[]> {
  const { rows } = await sql<{ id: string; companyId: string; body: unknown }>`
    select plan_id as id, company_id, body from plans where ${ofCompany(companyId)} and plan_id > ${afterId}
     order by plan_id limit ${limit} for update`.execute(tx)
  return rows
}

export async function remove(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`delete from plans where plan_id = any(${[...ids]}::text[])`.execute(tx)
}
