/** The cleanest hours in a row of a forecast. */
type Hour = { from: string; carbon_intensity_gco2_kwh: number }

export type BestWindow = {
  /** The index of its first hour. */
  at: number
  from: string
  meanGramsPerKwh: number
  /** The share that is saved against beginning at once, from 0 to 1. */
  saved: number
}

/** `length` in hours, at most what the forecast has; undefined for an empty forecast. The first of equals. */
export function bestWindow(hours: readonly Hour[], length: number): BestWindow | undefined {
  const size = Math.min(Math.max(1, Math.ceil(length)), hours.length)
  const means = hours
    .slice(0, hours.length - size + 1)
    .map((_, i) => hours.slice(i, i + size).reduce((sum, hour) => sum + hour.carbon_intensity_gco2_kwh, 0) / size)
  const [now] = means
  if (now === undefined) return undefined
  const least = Math.min(...means)
  const at = means.indexOf(least)
  return { at, from: hours[at]?.from ?? '', meanGramsPerKwh: least, saved: now === 0 ? 0 : 1 - least / now }
}
