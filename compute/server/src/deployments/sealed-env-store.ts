/** The SQL of changing the key that values of environment variables are sealed with. */
import type { Queryable } from '@service/foundation/database/database.ts'
import { sql } from 'kysely'

export async function countBySealingKey(db: Queryable): Promise<{ keyId: string; secrets: number }[]> {
  const { rows } = await sql<{ keyId: string; secrets: number }>`
    select split_part(env_sealed, '.', 2) as key_id, count(*)::int as secrets
      from deployments where env_sealed is not null group by 1 order by 1`.execute(db)
  return rows
}

type SealedEnv = { id: string; envSealed: string }

/** Up to `limit` deployments whose variables are under another key than `keyId`, behind `afterId`; held until the end. */
export async function lockSealedOtherwise(
  tx: Queryable,
  keyId: string,
  afterId: string,
  limit: number,
): Promise<SealedEnv[]> {
  const { rows } = await sql<SealedEnv>`
    select deployment_id as id, env_sealed from deployments
     where env_sealed is not null and deployment_id > ${afterId} and split_part(env_sealed, '.', 2) <> ${keyId}
     order by deployment_id
     limit ${limit}
       for no key update`.execute(tx)
  return rows
}

/** The rows must be locked. The deployments have not changed, so their versions stay. */
export async function setSealed(tx: Queryable, sealed: readonly SealedEnv[]): Promise<void> {
  if (sealed.length === 0) return
  await sql`
    update deployments d set env_sealed = n.env_sealed
      from unnest(${sealed.map(({ id }) => id)}::text[], ${sealed.map(({ envSealed }) => envSealed)}::text[])
             as n (deployment_id, env_sealed)
     where d.deployment_id = n.deployment_id`.execute(tx)
}
