import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { DeploymentPath, deploymentIdOf } from '../deployments/deployments.ts'
import type { ReadCompanyMetrics, ReadDeploymentMetrics } from './read-metrics.ts'
import {
  CompanyMetricsResponse,
  companyMetricsResponse,
  DeploymentMetricsResponse,
  deploymentMetricsResponse,
} from './responses.ts'

export type MonitoringDeps = { readCompanyMetrics: ReadCompanyMetrics; readDeploymentMetrics: ReadDeploymentMetrics }

const config = { scope: 'deployments:read' as const }
const tags = ['Monitoring']

export function monitoringRoutes(app: App, { readCompanyMetrics, readDeploymentMetrics }: MonitoringDeps): void {
  app.get(
    '/v1/metrics',
    {
      schema: {
        operationId: 'getMetrics',
        tags,
        summary: 'Get the metrics of the company',
        description: 'What runs now, and what was used this month.',
        response: { 200: CompanyMetricsResponse },
      },
      config,
    },
    async (request) => companyMetricsResponse(await readCompanyMetrics(callerOf(request).companyId)),
  )

  app.get(
    '/v1/compute/deployments/:deployment_id/metrics',
    {
      schema: {
        operationId: 'getDeploymentMetrics',
        tags,
        summary: 'Get the metrics of a deployment',
        description: 'What it uses now, and what it has used.',
        params: DeploymentPath,
        response: { 200: DeploymentMetricsResponse, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const id = deploymentIdOf(request.params)
      return deploymentMetricsResponse(await readDeploymentMetrics(callerOf(request).companyId, id))
    },
  )
}
