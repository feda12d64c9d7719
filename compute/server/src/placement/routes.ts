import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum } from '@service/foundation/http/model/string-enum.ts'
import { NextCursor } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import Type from 'typebox'
import {
  CandidateResponse,
  candidateResponse,
  DeployBody,
  RefusalCause,
  type RequestTerms,
  readDeployBody,
} from '../deployments/deployments.ts'
import { CpuOnly, Simulated } from '../hubs/hubs.ts'
import { lifetimeTooLong } from '../own-problems.ts'
import { type Plans, planTool } from '../plans/plans.ts'
import { PlanPageParameters, planPage } from './plan-page.ts'
import type { Preview } from './preview.ts'

export type PlacementDeps = RequestTerms & {
  preview: (spec: DeploymentSpec) => Preview
  now: () => Date
  plans: Plans
  /** Hubs are all simulated or none. */
  engines: { simulated: boolean; cpuOnly: boolean }
}

const PlanResponse = Type.Object(
  {
    outcome: openEnum(['start', 'wait', 'no-capacity', 'no-feasible-hub'], {
      description: 'What `POST /v1/compute/deploy` would do now, given enough GPU-hours.',
    }),
    hub: nullable(Type.String({ description: 'The hub where it would start.' })),
    expected_start: nullable(Instant('When it would start.')),
    expected_gain: nullable(
      Type.Number({ description: 'The share of emissions that waiting would save, from 0 to 1.' }),
    ),
    candidates: Type.Array(CandidateResponse, {
      description: 'The hubs that could take it now, best first: those of this page.',
    }),
    candidates_total: Type.Integer({ description: 'How many hubs could take it now.' }),
    cheapest: Type.Union([CandidateResponse, Type.Null()], { description: 'The choice by price alone.' }),
    refused: Type.Array(
      Type.Object({ hub: Type.String(), country: Type.String(), cause: RefusalCause }, { title: 'RefusedHub' }),
      { description: 'The other hubs, with the cause of their refusal: those of this page.' },
    ),
    refused_total: Type.Integer({ description: 'How many hubs could not.' }),
    next_cursor: NextCursor,
    simulated: Simulated,
    cpu_only: CpuOnly,
  },
  { title: 'Plan' },
)
type PlanResponse = Type.Static<typeof PlanResponse>

export function placementRoutes(app: App, deps: PlacementDeps): void {
  const { preview, now, plans, engines } = deps
  const levelOf = (body: unknown) => readDeployBody(body as DeployBody, deps).spec.sovereignty
  app.post(
    '/v1/compute/plan',
    {
      schema: {
        operationId: 'planDeployment',
        tags: ['Deployments'],
        summary: 'Plan a deployment',
        description:
          'Where the deployment would run, and why nowhere else. Nothing is deployed or reserved. Each page plans again, and has ' +
          'the next of both kinds of hubs: a hub whose room or grid changes in between may be on two pages, or on none.',
        querystring: Type.Object(PlanPageParameters),
        body: DeployBody,
        response: { 200: PlanResponse, ...problems(lifetimeTooLong) },
      },
      config: { scope: 'deployments:read', tool: planTool(plans, levelOf) },
    },
    async (request) => ({
      ...planResponse(preview(readDeployBody(request.body, deps).spec), now(), request.query),
      simulated: engines.simulated,
      cpu_only: engines.cpuOnly,
    }),
  )
}

function planResponse(
  { choice, table, plan }: Preview,
  now: Date,
  asked: Parameters<typeof planPage>[1],
): Omit<PlanResponse, 'simulated' | 'cpu_only'> {
  const page = planPage(table, asked)
  const waits = plan?.kind === 'wait' ? plan : undefined
  const refusal = choice.kind === 'refused' ? choice.because : undefined
  const starts = !waits && !refusal
  return {
    outcome: waits ? 'wait' : refusal === 'no_capacity' ? 'no-capacity' : refusal ? 'no-feasible-hub' : 'start',
    hub: waits ? waits.site.id : choice.kind === 'placed' ? choice.hubId : null,
    expected_start: (waits ? waits.expectedStart : starts ? now : null)?.toISOString() ?? null,
    expected_gain: waits ? Math.round(waits.expectedGain * 10_000) / 10_000 : null,
    candidates: page.candidates.map(candidateResponse),
    candidates_total: table.candidates.length,
    cheapest: choice.cheapest && candidateResponse(choice.cheapest),
    refused: page.refused.map(({ hubId, country, cause }) => ({ hub: hubId, country, cause })),
    refused_total: table.refused.length,
    next_cursor: page.nextCursor,
  }
}
