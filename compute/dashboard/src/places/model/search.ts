/** What stands in the addresses of places. A bad value falls back. */
export type HubsSearch = { region?: string; gpu_type?: string }
export type PricingSearch = { gpu_type?: string; count?: number; hours?: number }

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 100) : undefined

const amount = (value: unknown): number | undefined => {
  const number = Number(value ?? Number.NaN)
  return Number.isFinite(number) && number > 0 && number < 1e6 ? number : undefined
}

export function hubsSearchOf({ region, gpu_type: gpuType }: Record<string, unknown>): HubsSearch {
  const [place, type] = [word(region), word(gpuType)]
  return { ...(place !== undefined && { region: place }), ...(type !== undefined && { gpu_type: type }) }
}

export function pricingSearchOf(given: Record<string, unknown>): PricingSearch {
  const [type, count, hours] = [word(given.gpu_type), amount(given.count), amount(given.hours)]
  return {
    ...(type !== undefined && { gpu_type: type }),
    ...(count !== undefined && { count: Math.round(count) }),
    ...(hours !== undefined && { hours }),
  }
}
