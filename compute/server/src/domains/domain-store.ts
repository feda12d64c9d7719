import { type DomainProof, type DomainReason, servedStatuses } from '@service/compute-domain/endpoints/domain-proof.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { lockCompany } from '@service/foundation/database/lock-company.ts'
import { sql } from 'kysely'

export type Domain = Omit<DomainProof, 'dueAt'> & {
  domain: string
  companyId: string
  deploymentId: string
  endpointName: string
  token: string
  reason: DomainReason | null
  message: string | null
  createdAt: Date
}

const columns = sql`
  domain, c.company_id, c.deployment_id, d.endpoint_name, token, c.status, c.reason, c.message, failing_since, failures,
  c.created_at, checked_at`

export async function list(db: Queryable, companyId: string, after: string, limit: number): Promise<Domain[]> {
  const { rows } = await sql<Domain>`
    select ${columns} from endpoint_domains c join deployments d using (deployment_id)
     where c.company_id = ${companyId} and domain > ${after}
     order by domain limit ${limit}`.execute(db)
  return rows
}

export async function find(db: Queryable, companyId: string, domain: string): Promise<Domain | undefined> {
  const { rows } = await sql<Domain>`
    select ${columns} from endpoint_domains c join deployments d using (deployment_id)
     where c.company_id = ${companyId} and domain = ${domain}`.execute(db)
  return rows[0]
}

/** One change after the other for a company. */
export async function countLocked(tx: Queryable, companyId: string): Promise<number> {
  await lockCompany(tx, companyId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from endpoint_domains where company_id = ${companyId}`.execute(tx)
  return rows[0]?.count ?? 0
}

type Claim = { domain: string; companyId: string; deploymentId: string; token: string; now: Date }

/** Where the company has it already, it leads to another deployment from now on, and keeps its proof. False where there is no such deployment. */
export async function put(tx: Queryable, { domain, companyId, deploymentId, token, now }: Claim): Promise<boolean> {
  const { rows } = await sql`
    insert into endpoint_domains (domain, company_id, deployment_id, token, created_at, due_at)
    select ${domain}, company_id, deployment_id, ${token}, ${now}::timestamptz, ${now}::timestamptz
      from deployments
     where company_id = ${companyId} and deployment_id = ${deploymentId} and deleted_at is null
        on conflict (company_id, domain) do update set deployment_id = excluded.deployment_id
    returning domain`.execute(tx)
  return rows.length === 1
}

export async function remove(tx: Queryable, companyId: string, domain: string): Promise<string | undefined> {
  const { rows } = await sql<{ deploymentId: string }>`
    delete from endpoint_domains where company_id = ${companyId} and domain = ${domain}
    returning deployment_id`.execute(tx)
  return rows[0]?.deploymentId
}

export async function findDue(db: Queryable, now: Date, limit: number): Promise<Domain[]> {
  const { rows } = await sql<Domain>`
    select ${columns} from endpoint_domains c join deployments d using (deployment_id)
     where c.due_at <= ${now} order by c.due_at limit ${limit}`.execute(db)
  return rows
}

/** Who is served under this name, locked with all who claim it, so that no two of them get it. */
export async function lockHolder(
  tx: Queryable,
  domain: string,
): Promise<Pick<Domain, 'companyId' | 'status'> | undefined> {
  const { rows } = await sql<Pick<Domain, 'companyId' | 'status'>>`
    select company_id, status from endpoint_domains where domain = ${domain} order by company_id for no key update`.execute(
    tx,
  )
  return rows.find(({ status }) => servedStatuses.includes(status))
}

/** The company of the domain lost it to another. Returns the deployment that it led to. */
export async function disable(
  tx: Queryable,
  { companyId, domain, message, now }: { companyId: string; domain: string; message: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ deploymentId: string }>`
    update endpoint_domains
       set status = 'disabled', reason = 'held_by_another', message = ${message}, checked_at = ${now}
     where company_id = ${companyId} and domain = ${domain}
    returning deployment_id`.execute(tx)
  return rows[0]?.deploymentId
}

/** Undefined where it was removed meanwhile, or checked by another. Returns the deployment that it leads to now. */
export async function recordCheck(
  tx: Queryable,
  { companyId, domain, checkedAt }: Domain,
  proof: DomainProof,
  { reason, message }: Pick<Domain, 'reason' | 'message'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ deploymentId: string }>`
    update endpoint_domains
       set status = ${proof.status}, failing_since = ${proof.failingSince}, failures = ${proof.failures},
           due_at = ${proof.dueAt}, reason = ${reason}, message = ${message}, checked_at = ${proof.checkedAt}
     where company_id = ${companyId} and domain = ${domain} and checked_at is not distinct from ${checkedAt}::timestamptz
    returning deployment_id`.execute(tx)
  return rows[0]?.deploymentId
}
