import { carbonGrade, carbonGrades } from '@service/compute-domain/carbon/grade.ts'
import { gpuTypes } from '@service/compute-domain/gpus/gpus.ts'
import { pricePerGpuHour } from '@service/compute-domain/pricing/pricing.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import { Instant } from '@service/foundation/http/instant.ts'
import { nullable } from '@service/foundation/http/nullable.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import Type from 'typebox'
import type { GridNow, HubNow } from './model/hub-now.ts'

export const CarbonIntensity = Type.Number({ minimum: 0, description: 'Of the grid, life-cycle, in gCO2eq/kWh.' })
export const RenewableShare = nullable(
  Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Of the grid’s electricity, in percent; null where not known.',
  }),
)
export const CarbonScore = stringEnum(carbonGrades, {
  description: 'Intensity × PUE: A up to 50, B 150, C 250, D 400, E 600, F above, in gCO2eq/kWh.',
})
export const PricePerGpuHour = Type.Number({ description: 'USD per GPU and hour.' })
export const Simulated = Type.Boolean({ description: 'Nothing really runs there: a simulation.' })
export const CpuOnly = Type.Boolean({ description: 'The GPUs are an example; containers run on the processors alone.' })

export const HubResponse = Type.Object(
  {
    hub: Type.String({ description: 'The id, which is a region too.', examples: ['se-north-1'] }),
    name: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
    grid_zone: Type.String(),
    state: stringEnum(['ready', 'draining', 'unreachable', 'disabled'], {
      description: 'Only a hub that is ready takes new deployments.',
    }),
    seen_at: nullable(Instant('The last proof of life.')),
    engine: stringEnum(Object.keys(engineFactories).sort()),
    simulated: Simulated,
    cpu_only: CpuOnly,
    operator: Type.Object({
      entity: Type.String(),
      jurisdiction: Type.String(),
      parent_jurisdiction: Type.String(),
      nationally_owned: Type.Boolean(),
    }),
    dedicated_nodes: Type.Boolean(),
    nodes: Type.Integer(),
    pue: Type.Number({ description: 'Power usage effectiveness of the site; 1 is no overhead.' }),
    gpus: Type.Array(
      Type.Object({
        gpu_type: Type.String(),
        total: Type.Integer(),
        free: Type.Integer(),
        price_usd_per_gpu_hour: PricePerGpuHour,
      }),
    ),
    carbon_intensity_gco2_kwh: CarbonIntensity,
    renewable_percentage: RenewableShare,
    carbon_score: CarbonScore,
    carbon_source: Type.String({ description: 'Who says so.' }),
    carbon_as_of: Instant('What moment that is of.'),
    carbon_estimated: Type.Boolean({ description: 'Estimated, or the average of a longer time.' }),
  },
  { title: 'Hub' },
)
export type HubResponse = Type.Static<typeof HubResponse>

export function hubResponse({ hub, state, seenAt, gpus }: HubNow, gridNow: GridNow): HubResponse {
  const { gco2Kwh, renewablePercentage, source, asOf, estimated } = gridNow(hub.zone)
  return {
    hub: hub.id,
    name: hub.name,
    country: hub.country,
    grid_zone: hub.zone,
    state,
    seen_at: seenAt?.toISOString() ?? null,
    engine: hub.engine.kind,
    simulated: hub.simulated,
    cpu_only: hub.cpuOnly,
    operator: {
      entity: hub.operator.entity,
      jurisdiction: hub.operator.jurisdiction,
      parent_jurisdiction: hub.operator.parentJurisdiction,
      nationally_owned: hub.operator.nationallyOwned,
    },
    dedicated_nodes: hub.dedicatedNodes,
    nodes: hub.nodes.length,
    pue: hub.pue,
    gpus: gpus.map(({ gpuType, total, free }) => ({
      gpu_type: gpuType,
      total,
      free,
      price_usd_per_gpu_hour: priceOf(gpuType, hub.priceFactor),
    })),
    carbon_intensity_gco2_kwh: gco2Kwh,
    renewable_percentage: renewablePercentage,
    carbon_score: carbonGrade(gco2Kwh * hub.pue),
    carbon_source: source,
    carbon_as_of: asOf.toISOString(),
    carbon_estimated: estimated,
  }
}

const typesByName = new Map(gpuTypes.map((type) => [type.name, type]))

function priceOf(gpuType: string, priceFactor: number): number {
  const type = typesByName.get(gpuType)
  if (!type) throw new Error(`A hub has GPUs of an unknown type: ${gpuType}`)
  return pricePerGpuHour(type, priceFactor)
}
