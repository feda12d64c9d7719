/** What stands in the address. A bad value falls back. */
export type CarbonSearch = { zone?: string; hours?: number; window?: number }

export function searchOf({ zone, hours, window }: Record<string, unknown>): CarbonSearch {
  const [ahead, size] = [Number(hours), Number(window)]
  return {
    ...(typeof zone === 'string' && /^[A-Z]{2}(-[A-Z0-9]+)*$/.test(zone) && { zone }),
    ...((ahead === 24 || ahead === 72) && { hours: ahead }),
    ...(Number.isInteger(size) && size >= 1 && size <= 24 && { window: size }),
  }
}
