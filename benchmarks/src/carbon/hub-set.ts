/** Hubs to place jobs at: up to six grids of each of three regions, from the cleanest to the dirtiest. */
import { regionGroups } from '@service/compute-domain/regions/regions.ts'
import type { Zone } from '@service/compute-training/hourly-file.ts'

const gridsOfRegion = 6
const americas = new Set(['AR', 'BR', 'CA', 'CL', 'CO', 'CR', 'MX', 'NI', 'PA', 'PE', 'US', 'UY'])
const europe = regionGroups.find(({ id }) => id === 'eea')!.countries

/** Zones by hub, and the numbers of each region's hubs. Regions without a grid of the file are left out. */
export function chooseHubs(zones: readonly Zone[]): { grids: Zone[]; regions: number[][] } {
  const grids: Zone[] = []
  const regions: number[][] = []
  for (const own of Map.groupBy(zones, regionOf).values()) {
    const sorted = own.toSorted((a, b) => mean(a) - mean(b))
    const count = Math.min(gridsOfRegion, sorted.length)
    regions.push(Array.from({ length: count }, (_, index) => grids.length + index))
    for (let index = 0; index < count; index++) grids.push(sorted[Math.floor(((index + 0.5) * sorted.length) / count)]!)
  }
  return { grids, regions }
}

function regionOf({ name }: Zone): 'europe' | 'americas' | 'elsewhere' {
  const country = name.slice(0, 2)
  if (europe.has(country)) return 'europe'
  return americas.has(country) ? 'americas' : 'elsewhere'
}

export const mean = ({ values }: Zone): number => values.reduce((sum, value) => sum + value, 0) / values.length
