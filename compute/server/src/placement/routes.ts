import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import { refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/instant.ts'
import { nullable } from '@service/foundation/http/nullable.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import Type from 'typebox'
import { CandidateResponse, candidateResponse, DeployBody, readDeployBody } from '../deployments/deployments.ts'
import { CpuOnly, Simulated } from '../hubs/hubs.ts'
import type { Preview } from './preview.ts'

export type PlacementDeps = {
  preview: (spec: DeploymentSpec) => Preview
  isHub: (id: string) => boolean
  now: () => Date
  /** Hubs are all simulated or none. */
  engines: { simulated: boolean; cpuOnly: boolean }
}

const PlanResponse = Type.Object(
  {
    outcome: stringEnum(['start', 'wait', 'no-capacity', 'no-feasible-hub'], {
      description: 'What `POST /v1/compute/deploy` would do now, if the GPU-hours suffice.',
    }),
    hub: nullable(Type.String({ description: 'Where it would start, as things look now.' })),
    expected_start: nullable(Instant('When.')),
    expected_gain: nullable(Type.Number({ description: 'Share of the emissions that waiting would save, 0 to 1.' })),
    candidates: Type.Array(CandidateResponse, { description: 'Every hub that could take it now, best first.' }),
    refused: Type.Array(Type.Object({ hub: Type.String(), country: Type.String(), cause: stringEnum(refusalCauses) }), {
      description: 'Every other hub, with what keeps it from taking it.',
    }),
    simulated: Simulated,
    cpu_only: CpuOnly,
  },
  { title: 'Plan' },
)
type PlanResponse = Type.Static<typeof PlanResponse>

export function placementRoutes(app: App, { preview, isHub, now, engines }: PlacementDeps): void {
  app.post(
    '/v1/compute/plan',
    {
      schema: {
        operationId: 'planDeployment',
        tags: ['Deployments'],
        summary: 'See where a deployment would run, and why nowhere else, without deploying',
        description: 'The same body as for deploying. Every hub is judged; nothing is taken, and nothing promised.',
        body: DeployBody,
        response: { 200: PlanResponse },
      },
      config: { scope: 'deployments:read' },
    },
    async (request) => ({
      ...planResponse(preview(readDeployBody(request.body, isHub).spec), now()),
      simulated: engines.simulated,
      cpu_only: engines.cpuOnly,
    }),
  )
}

function planResponse({ choice, table, plan }: Preview, now: Date): Omit<PlanResponse, 'simulated' | 'cpu_only'> {
  const waits = plan?.kind === 'wait' ? plan : undefined
  const refusal = choice.kind === 'refused' ? choice.because : undefined
  const starts = !waits && !refusal
  return {
    outcome: waits ? 'wait' : refusal === 'no_capacity' ? 'no-capacity' : refusal ? 'no-feasible-hub' : 'start',
    hub: waits ? waits.site.id : choice.kind === 'placed' ? choice.hubId : null,
    expected_start: (waits ? waits.expectedStart : starts ? now : null)?.toISOString() ?? null,
    expected_gain: waits ? Math.round(waits.expectedGain * 10_000) / 10_000 : null,
    candidates: table.candidates.map(candidateResponse),
    refused: table.refused.map(({ hubId, country, cause }) => ({ hub: hubId, country, cause })),
  }
}
