import { requireAtLeast } from './require-at-least.ts'

/**
 * Operational emissions of a run, in grams of CO2-equivalent.
 *
 * `energyKwh` is the workload's own draw (≥ 0), `pue` scales it to the whole site (≥ 1; 1 is no overhead),
 * `intensityGramsPerKwh` is the grid's mean over the run (≥ 0). Throws `RangeError` outside those ranges: a negative
 * intensity is a broken feed, and clamping it would hide that.
 *
 * Source: operational term E × I of Software Carbon Intensity, ISO/IEC 21031:2024.
 */
export function operationalGrams(run: { energyKwh: number; pue: number; intensityGramsPerKwh: number }): number {
  requireAtLeast(0, 'energyKwh', run.energyKwh)
  requireAtLeast(1, 'pue', run.pue)
  requireAtLeast(0, 'intensityGramsPerKwh', run.intensityGramsPerKwh)
  return run.energyKwh * run.pue * run.intensityGramsPerKwh
}

/** The share of its thermal design power that a GPU is taken to draw where that is not measured. */
const assumedUtilisation = 0.8

/** Energy that GPUs draw, in kWh: without the site's overhead, which is the PUE's. Throws `RangeError` below 0. */
export function gpuEnergyKwh(run: {
  gpuHours: number
  /** Of one GPU. */
  tdpWatts: number
  /** Share of the thermal design power, in [0, 1]. */
  utilisation?: number
}): number {
  const { gpuHours, tdpWatts, utilisation = assumedUtilisation } = run
  requireAtLeast(0, 'gpuHours', gpuHours)
  requireAtLeast(0, 'tdpWatts', tdpWatts)
  requireAtLeast(0, 'utilisation', utilisation)
  return (gpuHours * tdpWatts * utilisation) / 1_000
}
