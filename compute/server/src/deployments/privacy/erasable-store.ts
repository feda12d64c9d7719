/** The SQL of erasure in deployments and their events. */
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { ofCompany } from '@service/foundation/database/of-company.ts'
import type { ListErasable } from '@service/foundation/erasure/model/eraser.ts'
import { sql } from 'kysely'

export type ErasableDeployment = {
  id: string
  companyId: string
  spec: DeploymentSpec
  message: string | null
  envSealed: string | null
  ended: boolean
}

const columns = sql.raw(`
  deployment_id as id, company_id, spec, message, env_sealed,
  ended_at is not null as ended`)

/** Deployments in the order of ids, after `afterId`. */
export const listDeployments: ListErasable<ErasableDeployment> = async (tx, companyId, afterId, limit) => {
  const { rows } = await sql<ErasableDeployment>`
    select ${columns} from deployments
     where deployment_id > ${afterId} and ${ofCompany(companyId)}
     order by deployment_id
     limit ${limit}`.execute(tx)
  return rows
}

/** Locks deployments until the transaction ends, because reconcilers write messages. */
export async function lockDeployments(tx: Queryable, ids: readonly string[]): Promise<ErasableDeployment[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ErasableDeployment>`
    select ${columns} from deployments where deployment_id = any (${ids}::text[])
     order by deployment_id
       for no key update`.execute(tx)
  return rows
}

/** Changes the version, so that a reconciler that has read the old message does not write it back. */
export async function redactDeployment(
  tx: Queryable,
  { id, spec, message }: Pick<ErasableDeployment, 'id' | 'spec' | 'message'>,
  { originalSha256, at }: { originalSha256: Uint8Array; at: Date },
): Promise<void> {
  await sql`
    update deployments
       set spec = ${JSON.stringify(spec)}::jsonb, name = ${spec.name}, message = ${message}, version = version + 1,
           redacted_at = ${at}, original_sha256 = decode(${Buffer.from(originalSha256).toString('hex')}, 'hex')
     where deployment_id = ${id}`.execute(tx)
}

export type ErasableEvent = { id: string; companyId: string; message: string | null; data: unknown }

/** Events with a message or data, in the order of ids, after `afterId`. */
export const listEvents: ListErasable<ErasableEvent> = async (tx, companyId, afterId, limit) => {
  const { rows } = await sql<ErasableEvent>`
    select event_id as id, company_id, message, data from deployment_events
     where event_id > ${afterId} and (message is not null or data is not null)
       and ${ofCompany(companyId)}
     order by event_id
     limit ${limit}`.execute(tx)
  return rows
}

export async function redactEvent(
  tx: Queryable,
  { id, message, data }: Pick<ErasableEvent, 'id' | 'message' | 'data'>,
  { originalSha256, at }: { originalSha256: Uint8Array; at: Date },
): Promise<void> {
  await sql`
    update deployment_events
       set message = ${message}, data = ${data === null ? null : JSON.stringify(data)}::jsonb, redacted_at = ${at},
           original_sha256 = decode(${Buffer.from(originalSha256).toString('hex')}, 'hex')
     where event_id = ${id}`.execute(tx)
}
