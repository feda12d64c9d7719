/** One request that succeeds for each operation of the API, by `operationId`, for the walk over the document. */
import { clientOf } from '@service/foundation-testing/client.ts'
import type { OperationExample, Owner } from '@service/foundation-testing/walk-operations.ts'
import type { RunningService } from './running-service.ts'

const aDeployment = { gpu_type: 'H100', image: 'sim/ok', wait_seconds: 0 }

const ofDeployment = { path: deploymentOf }

export const operationExamples: Record<string, OperationExample<RunningService>> = {
  getHealth: {},
  getReadiness: {},
  deploy: { body: { ...aDeployment, region: 'eu', sovereignty: 'residency', carbon_aware: true } },
  planDeployment: { body: aDeployment },
  listDeployments: {},
  getDeployment: ofDeployment,
  stopDeployment: { ...ofDeployment, query: { wait_seconds: '0' } },
  deleteDeployment: ofDeployment,
  listDeploymentEvents: ofDeployment,
  getDeploymentMetrics: ofDeployment,
  getLogs: ofDeployment,
  listHubs: {},
  getHub: { path: async () => ({ hub: 'se-north-1' }), shared: true },
  listRegions: {},
  listPrices: {},
  getCarbonIntensity: { path: async () => ({ country: 'SE' }), shared: true },
  getCarbonForecast: { path: async () => ({ country: 'SE' }), shared: true },
  getUsage: {},
  getMetrics: {},
}

async function deploymentOf(service: RunningService, owner: Owner): Promise<{ deployment_id: string }> {
  const { secret } = await service.newKey(owner, { scopes: ['deployments:write'] })
  const client = clientOf(service.baseUrl, secret)
  const { body } = await client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', aDeployment)
  return { deployment_id: body.deployment_id }
}
