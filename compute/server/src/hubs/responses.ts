import { carbonGrade, carbonGrades } from '@service/compute-domain/carbon/grade.ts'
import { gpuTypes } from '@service/compute-domain/gpus/gpus.ts'
import { pricePerGpuHour } from '@service/compute-domain/pricing/pricing.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import type { GridNow, HubNow } from './model/hub-now.ts'
import type { PlaceOfZone } from './zone-places.ts'

export const CarbonIntensity = Type.Number({
  minimum: 0,
  description: 'The life-cycle intensity of the grid, in gCO2eq/kWh.',
})
export const RenewableShare = nullable(
  Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'The renewable share of the grid’s electricity, in percent; null if unknown.',
  }),
)
export const CarbonScore = stringEnum(carbonGrades, {
  title: 'CarbonGrade',
  description: 'The grade of intensity × PUE: A up to 50, B 150, C 250, D 400, E 600, F above, in gCO2eq/kWh.',
})
export const PricePerGpuHour = Type.Number({ description: 'The price of a GPU-hour in USD.' })
export const Simulated = Type.Boolean({ description: 'True if this is a simulation: nothing really runs.' })
export const CpuOnly = Type.Boolean({
  description: 'True if the GPUs are an example: containers run on CPUs only.',
})

export const HubResponse = Type.Object(
  {
    hub: Type.String({ description: 'The id, which is a region too.', examples: ['se-north-1'] }),
    name: Type.String({ description: 'The name, for people.' }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2.', examples: ['SE'] }),
    grid_zone: Type.String({ description: 'The grid zone, by its Electricity Maps key.' }),
    location: nullable(
      Type.Object(
        {
          latitude: Type.Number({ description: 'Degrees north of the equator.' }),
          longitude: Type.Number({ description: 'Degrees east of Greenwich.' }),
          precision: openEnum(['hub', 'zone'], {
            description:
              'Whether it is that of the hub itself, or of its grid zone: near enough for a map of the world.',
          }),
        },
        { title: 'HubLocation', description: 'Where it is on a map; null where that is not known.' },
      ),
    ),
    state: stringEnum(['ready', 'draining', 'unreachable', 'disabled'], {
      title: 'HubState',
      description: 'Only a ready hub takes new deployments.',
    }),
    seen_at: nullable(Instant('When the hub last responded.')),
    engine: openEnum(Object.keys(engineFactories).sort(), { description: 'What runs its containers.' }),
    simulated: Simulated,
    cpu_only: CpuOnly,
    operator: Type.Object(
      {
        entity: Type.String({ description: 'The legal entity that operates the hub.' }),
        jurisdiction: Type.String({ description: 'Its country, ISO 3166-1 alpha-2.' }),
        parent_jurisdiction: Type.String({ description: 'The country of its ultimate parent, ISO 3166-1 alpha-2.' }),
        nationally_owned: Type.Boolean({ description: 'Whether it is owned in the country of the hub.' }),
      },
      { title: 'HubOperator' },
    ),
    dedicated_nodes: Type.Boolean({ description: 'Whether a deployment gets nodes of its own.' }),
    nodes: Type.Integer({ description: 'How many nodes the hub has.' }),
    pue: Type.Number({ description: 'The power usage effectiveness of the site; 1 is no overhead.' }),
    gpus: Type.Array(
      Type.Object(
        {
          gpu_type: Type.String({ examples: ['H100'] }),
          total: Type.Integer(),
          free: Type.Integer({ description: 'How many are free now.' }),
          price_usd_per_gpu_hour: PricePerGpuHour,
        },
        { title: 'HubGpus' },
      ),
    ),
    carbon_intensity_gco2_kwh: CarbonIntensity,
    renewable_percentage: RenewableShare,
    carbon_score: CarbonScore,
    carbon_source: Type.String({ description: 'The source of the carbon intensity.' }),
    carbon_as_of: Instant('The time that the carbon intensity is for.'),
    carbon_estimated: Type.Boolean({ description: 'Whether it is an estimate, or the average of a longer time.' }),
  },
  { title: 'Hub' },
)
export type HubResponse = Type.Static<typeof HubResponse>

export function hubResponse(
  { hub, nodes, state, seenAt, gpus }: HubNow,
  gridNow: GridNow,
  placeOfZone: PlaceOfZone,
): HubResponse {
  const { gco2Kwh, renewablePercentage, source, asOf, estimated } = gridNow(hub.zone)
  return {
    hub: hub.id,
    name: hub.name,
    country: hub.country,
    grid_zone: hub.zone,
    location: locationOf(hub, placeOfZone),
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
    nodes,
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

function locationOf({ location, zone }: HubNow['hub'], placeOfZone: PlaceOfZone): HubResponse['location'] {
  if (location) return { ...location, precision: 'hub' }
  const place = placeOfZone(zone)
  return place ? { ...place, precision: 'zone' } : null
}

const typesByName = new Map(gpuTypes.map((type) => [type.name, type]))

function priceOf(gpuType: string, priceFactor: number): number {
  const type = typesByName.get(gpuType)
  if (!type) throw new Error(`A hub has GPUs of an unknown type: ${gpuType}`)
  return pricePerGpuHour(type, priceFactor)
}
