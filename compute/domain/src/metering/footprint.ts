/**
 * Energy and emissions of a run between two moments, and what they would have been at the hub that it is compared with.
 * The grid's intensity changes with the hour, so a longer time is summed hour by hour.
 */

import { gpuEnergyKwh, operationalGrams } from '../carbon/model/grams.ts'
import { hourMs } from '../time/time.ts'
import { gpuMsBetween, gpuMsPerHour } from './gpu-time.ts'
import type { Footprint } from './metered-run.ts'

/** A hub that runs it, or might have. `intensityAt` is that of its grid, in gCO2eq/kWh. */
export type Site = { pue: number; intensityAt: (atMs: number) => number }

export type Draw = {
  gpus: number
  /** Of one GPU. */
  tdpWatts: number
  site: Site
  /** The cheapest hub that could have taken it at once; absent where nothing is compared. */
  instead?: Site | undefined
  /** How much later it runs than it was asked for: at `instead` it would have run that much earlier. */
  delayedMs: number
}

export function footprintBetween({ gpus, tdpWatts, site, instead, delayedMs }: Draw, fromMs: number, untilMs: number) {
  const sum: Footprint = { kwh: 0, grams: 0, avoidedGrams: 0 }
  for (const hour of splitAtHours(fromMs, untilMs)) {
    const energyKwh = gpuEnergyKwh({ gpuHours: gpuMsBetween(gpus, hour.fromMs, hour.untilMs) / gpuMsPerHour, tdpWatts })
    const middleMs = (hour.fromMs + hour.untilMs) / 2
    const gramsAt = ({ pue, intensityAt }: Site, atMs: number) =>
      operationalGrams({ energyKwh, pue, intensityGramsPerKwh: intensityAt(atMs) })
    const grams = gramsAt(site, middleMs)
    sum.kwh += energyKwh * site.pue
    sum.grams += grams
    if (instead) sum.avoidedGrams += gramsAt(instead, middleMs - delayedMs) - grams
  }
  return sum
}

function* splitAtHours(fromMs: number, untilMs: number): Generator<{ fromMs: number; untilMs: number }> {
  for (let pieceFromMs = fromMs; pieceFromMs < untilMs; ) {
    const pieceUntilMs = Math.min(untilMs, (Math.floor(pieceFromMs / hourMs) + 1) * hourMs)
    yield { fromMs: pieceFromMs, untilMs: pieceUntilMs }
    pieceFromMs = pieceUntilMs
  }
}
