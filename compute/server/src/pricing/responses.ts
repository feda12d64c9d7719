import type { GpuType } from '@service/compute-domain/gpus/gpus.ts'
import { pricePerGpuHour } from '@service/compute-domain/pricing/pricing.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import Type from 'typebox'
import { CpuOnly, PricePerGpuHour, Simulated } from '../hubs/hubs.ts'
import type { HubNow } from '../hubs/model/hub-now.ts'

export const PriceResponse = Type.Object(
  {
    gpu_type: Type.String({ examples: ['H100'] }),
    aliases: Type.Array(Type.String(), { description: 'Other names that requests may use.' }),
    memory_gb: Type.Integer(),
    tdp_watts: Type.Integer(),
    lowest_usd_per_gpu_hour: nullable({
      ...PricePerGpuHour,
      description: 'The lowest price in USD; null if no hub has the type.',
    }),
    highest_usd_per_gpu_hour: nullable({
      ...PricePerGpuHour,
      description: 'The highest price in USD; null if no hub has the type.',
    }),
    hubs: Type.Integer({ description: 'How many hubs have GPUs of the type.' }),
    cheapest_hub: nullable(Type.String({ description: 'The id of the hub with the lowest price.' })),
    free: Type.Integer({ description: 'How many GPUs are free now, at all hubs together.' }),
    simulated: Simulated,
    cpu_only: CpuOnly,
  },
  { title: 'Price' },
)
export type PriceResponse = Type.Static<typeof PriceResponse>

export function priceResponse(type: GpuType, hubs: readonly HubNow[]): PriceResponse {
  const offers = hubs
    .flatMap(({ hub, gpus }) => {
      const pool = gpus.find(({ gpuType }) => gpuType === type.name)
      return pool ? [{ hub, free: pool.free, price: pricePerGpuHour(type, hub.priceFactor) }] : []
    })
    .sort((a, b) => a.price - b.price || (a.hub.id < b.hub.id ? -1 : 1))
  return {
    gpu_type: type.name,
    aliases: [...type.aliases],
    memory_gb: type.memoryGb,
    tdp_watts: type.tdpWatts,
    lowest_usd_per_gpu_hour: offers[0]?.price ?? null,
    highest_usd_per_gpu_hour: offers.at(-1)?.price ?? null,
    hubs: offers.length,
    cheapest_hub: offers[0]?.hub.id ?? null,
    free: offers.reduce((sum, { free }) => sum + free, 0),
    simulated: offers.some(({ hub }) => hub.simulated),
    cpu_only: offers.length > 0 && offers.every(({ hub }) => hub.cpuOnly),
  }
}
