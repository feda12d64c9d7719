import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { InstantParameter, readInstant } from '@service/foundation/http/model/instant.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { DeploymentPath, deploymentIdOf } from '../deployments/deployments.ts'
import type { ReadCompanyMetrics, ReadDeploymentMetrics } from './read-metrics.ts'
import {
  CompanyMetricsResponse,
  companyMetricsResponse,
  DeploymentMetricsResponse,
  deploymentMetricsResponse,
} from './responses.ts'
import { defaultStepMs, maxPoints, onSteps, pointsIn, type Window } from './usage-history.ts'

export type MonitoringDeps = {
  readCompanyMetrics: ReadCompanyMetrics
  readDeploymentMetrics: ReadDeploymentMetrics
  now: () => Date
}

const defaultSteps = 60
const maxWindowMs = 366 * 86_400_000
const config = { scope: 'deployments:read' as const }
const tags = ['Monitoring']

export function monitoringRoutes(app: App, { readCompanyMetrics, readDeploymentMetrics, now }: MonitoringDeps): void {
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
        description:
          'What it uses now, and what it has used. With `from`, `to` or `step_seconds` also how processors, memory and GPUs were ' +
          'used over that time, from one sample a minute. Samples are kept for some days.',
        params: DeploymentPath,
        querystring: Type.Object({
          from: Type.Optional(InstantParameter('The beginning of the window; sixty steps before its end when absent.')),
          to: Type.Optional(InstantParameter('The end of the window; now when absent.')),
          step_seconds: Type.Optional(
            Type.Integer({
              minimum: 60,
              maximum: 86_400,
              multipleOf: 60,
              description:
                `The length of a step, of which at most ${maxPoints} fit into the window. As suits a chart when absent; ` +
                'a minute without `from`.',
            }),
          ),
        }),
        response: { 200: DeploymentMetricsResponse, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const id = deploymentIdOf(request.params)
      const window = windowOf(request.query, now())
      return deploymentMetricsResponse(await readDeploymentMetrics(callerOf(request).companyId, id, window))
    },
  )
}

type WindowQuery = { from?: string; to?: string; step_seconds?: number }

/** Undefined where none was asked for. */
function windowOf({ from, to, step_seconds: seconds }: WindowQuery, now: Date): Window | undefined {
  if (from === undefined && to === undefined && seconds === undefined) return undefined
  const end = readInstant('query.to', to) ?? now
  const begin = readInstant('query.from', from) ?? new Date(end.getTime() - defaultSteps * (seconds ?? 60) * 1_000)
  const lengthMs = end.getTime() - begin.getTime()
  if (lengthMs <= 0) throw invalid('query.from', 'must be before the end of the window')
  const window = onSteps({
    from: begin,
    to: end,
    stepMs: seconds === undefined ? defaultStepMs(lengthMs) : seconds * 1_000,
  })
  if (lengthMs > maxWindowMs) throw invalid('query.from', 'must be at most 366 days before the end of the window')
  const points = pointsIn(window)
  if (points > maxPoints)
    throw invalid(
      'query.step_seconds',
      `must be longer: the window has ${points} steps, and at most ${maxPoints} are shown`,
    )
  return window
}

function invalid(path: string, message: string): Problem {
  return new Problem('invalid-request', `${path} ${message}.`, { details: [{ path, message }] })
}
