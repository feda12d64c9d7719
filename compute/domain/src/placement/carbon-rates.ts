/** What a GPU emits in an hour, at each hub, on average over the hours that a run is expected to take. */
import { gpuEnergyKwh, operationalGrams } from '../carbon/model/grams.ts'
import type { GpuType } from '../gpus/gpus.ts'
import type { Hub } from '../hubs/model/hub.ts'

/** gCO2eq/kWh of a zone, the mean over so many hours from now. */
export type MeanIntensity = (zone: string, hours: number) => number

/** Runs of similar length share an average: the forecasts of the 13th and the 14th hour hardly differ. */
const horizons = [1, 2, 3, 4, 6, 8, 12, 18, 24, 48, 72, 168]

/** A service, which does not end, is judged by one day. */
const hoursOfService = 24

/** The horizon over which carbon is averaged: the next that holds the run, or the longest. */
export function horizonOf(durationHours: number | null): number {
  const hours = durationHours ?? hoursOfService
  return horizons.find((horizon) => hours <= horizon) ?? (horizons.at(-1) as number)
}

export class CarbonRates {
  readonly #hubs: readonly Hub[]
  readonly #meanOver: MeanIntensity
  /** Intensities by hub, for each horizon. */
  readonly #intensities = new Map<number, Float64Array>()
  /** Grams by hub, for each type and horizon. */
  readonly #grams = new Map<string, Float64Array>()

  constructor(hubs: readonly Hub[], meanOver: MeanIntensity) {
    this.#hubs = hubs
    this.#meanOver = meanOver
  }

  /** gCO2eq/kWh of the grid, by hub. Throws `RangeError` for an intensity below 0, or none. */
  intensities(hours: number): Float64Array {
    const known = this.#intensities.get(hours)
    if (known) return known
    const byZone = new Map<string, number>()
    for (const { zone } of this.#hubs) if (!byZone.has(zone)) byZone.set(zone, this.#meanOver(zone, hours))
    const intensities = Float64Array.from(this.#hubs, ({ zone }) => byZone.get(zone) as number)
    this.#intensities.set(hours, intensities)
    return intensities
  }

  gramsPerGpuHour(type: GpuType, hours: number): Float64Array {
    const key = `${type.name} ${hours}`
    const known = this.#grams.get(key)
    if (known) return known
    const intensities = this.intensities(hours)
    const energyKwh = gpuEnergyKwh({ gpuHours: 1, tdpWatts: type.tdpWatts })
    const grams = Float64Array.from(this.#hubs, ({ pue }, hub) =>
      operationalGrams({ energyKwh, pue, intensityGramsPerKwh: intensities[hub] ?? Number.NaN }),
    )
    this.#grams.set(key, grams)
    return grams
  }
}
