import type { EndpointAccess } from '@service/compute-domain/deployments/endpoint-access.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export async function lock(
  tx: Queryable,
  companyId: string,
  id: string,
): Promise<{ name: string; access: EndpointAccess } | undefined> {
  const { rows } = await sql<{ name: string; access: EndpointAccess }>`
    select endpoint_name as name, coalesce(spec->>'access', 'public') as access from deployments
     where company_id = ${companyId} and deployment_id = ${id} and deleted_at is null
       for no key update`.execute(tx)
  return rows[0]
}

/** No reconciler reads it, so the version stays. */
export async function setAccess(tx: Queryable, companyId: string, id: string, access: EndpointAccess): Promise<void> {
  await sql`
    update deployments set spec = spec || jsonb_build_object('access', ${access}::text)
     where company_id = ${companyId} and deployment_id = ${id}`.execute(tx)
}
