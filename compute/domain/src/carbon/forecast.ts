/** What the grid of a zone is expected to emit, hour by hour. */

export type Forecast = {
  /** Start of the first hour, which is the current one: its value is a reading where there is one. */
  from: Date
  /** gCO2eq/kWh of each hour. */
  hourly: Float64Array
  /**
   * `provider`: of a service that knows the weather and the power stations. `history`: ours, of the zone's last days.
   * `annual-mean`: no hourly data, the same number for every hour.
   */
  method: ForecastMethod
}

export const forecastMethods = ['provider', 'history', 'annual-mean'] as const
export type ForecastMethod = (typeof forecastMethods)[number]

const hourMs = 3_600_000

/** The hour that an instant is in. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

/**
 * The mean over `durationHours` (> 0) from an instant on, in gCO2eq/kWh, parts of hours by their share. What lies before
 * or past the forecast is taken as its first or last hour.
 */
export function meanOver({ from, hourly }: Pick<Forecast, 'from' | 'hourly'>, at: Date, durationHours: number): number {
  if (!(durationHours > 0) || hourly.length === 0) throw new RangeError(`no mean over ${durationHours} h`)
  const begin = (at.getTime() - from.getTime()) / hourMs
  const end = begin + durationHours
  let sum = 0
  for (let hour = Math.floor(begin); hour < end; hour++) {
    const share = Math.min(end, hour + 1) - Math.max(begin, hour)
    sum += share * (hourly[Math.min(Math.max(hour, 0), hourly.length - 1)] as number)
  }
  return sum / durationHours
}
