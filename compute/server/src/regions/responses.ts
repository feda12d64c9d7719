import { carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import { isInRegion, type Region } from '@service/compute-domain/regions/regions.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import { CarbonIntensity, CarbonScore, CpuOnly, RenewableShare, Simulated } from '../hubs/hubs.ts'
import type { GridReading, HubNow } from '../hubs/model/hub-now.ts'

export const RegionResponse = Type.Object(
  {
    region: Type.String({ description: 'The id.', examples: ['eu'] }),
    kind: stringEnum(['group', 'country'], { title: 'RegionKind', description: 'The kind of region.' }),
    name: Type.String({ description: 'The name, for people.' }),
    countries: Type.Array(Type.String(), { description: 'Its countries that have hubs.' }),
    hubs: Type.Integer({ description: 'How many hubs are there.' }),
    gpu_types: Type.Array(Type.String(), { description: 'The types of GPU that its hubs have.' }),
    carbon_intensity_gco2_kwh: nullable({
      ...CarbonIntensity,
      description: 'The mean over its hubs, in gCO2eq/kWh; null without hubs.',
    }),
    renewable_percentage: RenewableShare,
    cleanest_hub: Type.Union([
      Type.Object(
        { hub: Type.String(), carbon_intensity_gco2_kwh: CarbonIntensity, carbon_score: CarbonScore },
        { title: 'CleanestHub' },
      ),
      Type.Null(),
    ]),
    simulated: Simulated,
    cpu_only: CpuOnly,
  },
  { title: 'Region' },
)
export type RegionResponse = Type.Static<typeof RegionResponse>

/** A hub with what its grid emits now. */
export type HubOnGrid = HubNow & { grid: GridReading }

export function regionResponse(region: Region, all: readonly HubOnGrid[]): RegionResponse {
  const grids = all.filter(({ hub }) => isInRegion(hub, region))
  const shares = grids.flatMap(({ grid }) => grid.renewablePercentage ?? [])
  const weight = ({ hub, grid }: HubOnGrid) => grid.gco2Kwh * hub.pue
  const isCleaner = (a: HubOnGrid, b: HubOnGrid) => (weight(a) - weight(b) || (a.hub.id < b.hub.id ? -1 : 1)) < 0
  const [cleanest] = grids.length > 0 ? [grids.reduce((best, one) => (isCleaner(one, best) ? one : best))] : []
  return {
    region: region.id,
    kind: region.kind === 'group' ? 'group' : 'country',
    name: region.name,
    countries: [...new Set(grids.map(({ hub }) => hub.country))].sort(),
    hubs: grids.length,
    gpu_types: [...new Set(grids.flatMap(({ gpus }) => gpus.map(({ gpuType }) => gpuType)))].sort(),
    carbon_intensity_gco2_kwh: mean(grids.map(({ grid }) => grid.gco2Kwh)),
    renewable_percentage: mean(shares),
    cleanest_hub: cleanest
      ? {
          hub: cleanest.hub.id,
          carbon_intensity_gco2_kwh: cleanest.grid.gco2Kwh,
          carbon_score: carbonGrade(weight(cleanest)),
        }
      : null,
    // Hubs are all simulated or none.
    simulated: grids.some(({ hub }) => hub.simulated),
    cpu_only: grids.length > 0 && grids.every(({ hub }) => hub.cpuOnly),
  }
}

/** To the hundredth. */
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100
