/** What a GPU costs at a hub: the type's base price times the hub's factor, held within the range that is promised. */
import type { GpuType } from '../gpus/gpus.ts'

/** USD per GPU-hour; the contract's range of prices. */
export const lowestPriceUsd = 1.4
export const highestPriceUsd = 2.35

/**
 * USD per GPU-hour, in whole cents. Throws `RangeError` unless the factor is above 0. A price outside of the range
 * becomes the end of it.
 */
export function pricePerGpuHour(type: GpuType, priceFactor: number): number {
  if (!(priceFactor > 0 && Number.isFinite(priceFactor))) throw new RangeError(`invalid price factor: ${priceFactor}`)
  const cents = Math.round(type.basePriceUsd * priceFactor * 100)
  return Math.min(Math.max(cents / 100, lowestPriceUsd), highestPriceUsd)
}
