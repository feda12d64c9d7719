/** Figures of what was used, as they are counted and as they are shown: of months, days and single deployments. */
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import Type from 'typebox'

export type Usage = { gpuMs: number; costUsd: number; kwh: number; gco2: number; avoidedGco2: number }

export const noUsage: Usage = { gpuMs: 0, costUsd: 0, kwh: 0, gco2: 0, avoidedGco2: 0 }

export const UsageResponse = Type.Object(
  {
    gpu_hours: Type.Number({ description: 'GPU-hours, by the clocks of the engines.' }),
    cost_usd: Type.Number({ description: 'The cost at the price of each deployment.' }),
    energy_kwh: Type.Number({
      description: 'The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site.',
    }),
    gco2: Type.Number({
      description: 'The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq.',
    }),
    avoided_gco2: Type.Number({
      description:
        'How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would have emitted less.',
    }),
  },
  { title: 'Usage' },
)
export type UsageResponse = Type.Static<typeof UsageResponse>

export const usageResponse = ({ gpuMs, costUsd, kwh, gco2, avoidedGco2 }: Usage): UsageResponse => ({
  gpu_hours: hoursShown(gpuMs),
  cost_usd: costUsd,
  energy_kwh: toMilli(kwh),
  gco2: toMilli(gco2),
  avoided_gco2: toMilli(avoidedGco2),
})

const toMilli = (amount: number): number => Math.round(amount * 1_000) / 1_000
