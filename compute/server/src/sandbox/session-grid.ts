/**
 * The grids of one session: the annual means that ship, of the real zones, and the hours that were made dirty in it. An hour
 * that is known to be dirtier than the next ones is what makes waiting pay.
 */
import { type Forecast, meanOver } from '@service/compute-domain/carbon/forecast.ts'
import { countryCoded } from '@service/compute-domain/regions/countries.ts'
import { hourMs, hourOf } from '@service/compute-domain/time/time.ts'
import type { AnnualMeans, Reading, Reported, ZoneForecast } from '../carbon/carbon.ts'

/** How many times its mean a grid emits in a dirty hour. */
const dirtyFactor = 3

type Deps = { annual: AnnualMeans; zones: ReadonlySet<string>; now: () => Date }

export class SessionGrid {
  readonly #deps: Deps
  readonly #dirty = new Set<string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  soil(zone: string): void {
    this.#dirty.add(keyOf(zone, this.#deps.now()))
  }

  isSoiled(zone: string): boolean {
    return this.#dirty.has(keyOf(zone, this.#deps.now()))
  }

  clean(): void {
    this.#dirty.clear()
  }

  intensityOf(zone: string, at: Date): Reading {
    const { gco2Kwh, renewablePercentage, source, year } = this.#mean(zone)
    const common = { renewablePercentage, source, estimated: true }
    return this.#dirty.has(keyOf(zone, at))
      ? { ...common, gco2Kwh: gco2Kwh * dirtyFactor, method: 'reading', asOf: hourOf(at) }
      : { ...common, gco2Kwh, method: 'annual-mean', asOf: new Date(Date.UTC(year, 11, 31)) }
  }

  readonly forecast = (zone: string, hours: number): ZoneForecast => {
    const from = hourOf(this.#deps.now())
    const { gco2Kwh, source, year } = this.#mean(zone)
    const values =
      this.#dirty.size === 0
        ? new Float64Array(hours).fill(gco2Kwh)
        : Float64Array.from({ length: hours }, (_, hour) => this.#at(zone, from.getTime() + hour * hourMs))
    const method: Forecast['method'] = values.some((value) => value !== gco2Kwh) ? 'history' : 'annual-mean'
    return { from, values, method, source, issuedAt: new Date(Date.UTC(year, 11, 31)) }
  }

  readonly meanOver = (zone: string, hours: number): number =>
    meanOver(this.forecast(zone, Math.max(1, Math.ceil(hours) + 1)), this.#deps.now(), hours)

  reported(zone: string): Reported[] {
    const { source, gco2Kwh, renewablePercentage, asOf, estimated } = this.intensityOf(zone, this.#deps.now())
    return [{ source, gco2Kwh, renewablePercentage, asOf, estimated }]
  }

  zoneNamed(text: string): string | undefined {
    const { annual, zones } = this.#deps
    const zone = text.toUpperCase()
    if (annual.has(zone) || zones.has(zone)) return zone
    const country = countryCoded(zone)
    return country && annual.has(country) ? country : undefined
  }

  #at = (zone: string, atMs: number): number => this.intensityOf(zone, new Date(atMs)).gco2Kwh

  #mean(zone: string) {
    const mean = this.#deps.annual.of(zone)
    if (!mean) throw new RangeError(`no carbon intensity is known for ${zone}`)
    return mean
  }
}

const keyOf = (zone: string, at: Date): string => `${zone} ${hourOf(at).getTime()}`
