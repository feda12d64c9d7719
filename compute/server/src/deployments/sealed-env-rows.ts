import { sealedColumn } from '@service/foundation/sealing/sealing.ts'

/** The environment variables of deployments. They do not change, so the versions of the deployments stay. */
export const sealedEnvRows = sealedColumn('deployments', {
  table: 'deployments',
  id: 'deployment_id',
  column: 'env_sealed',
})
