import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { preparedAs } from '@service/foundation/database/prepared-statements.ts'
import { hasWebhook } from '@service/foundation/webhooks/webhooks.ts'
import { sql } from 'kysely'

export type ConcernedDeployment = { id: string; spec: DeploymentSpec; simulated: boolean; cpuOnly: boolean }

/** Those of the deployments whose companies have webhooks, by id. */
export async function findConcerned(tx: Queryable, ids: readonly string[]): Promise<Map<string, ConcernedDeployment>> {
  const { rows } = await sql<ConcernedDeployment>`${preparedAs('find_concerned_deployments')}
    select deployment_id as id, spec, simulated, cpu_only
      from deployments d
     where deployment_id = any (${ids}::text[]) and ${hasWebhook(sql.ref('d.company_id'))}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
