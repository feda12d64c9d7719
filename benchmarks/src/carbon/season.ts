import type { Zone } from '@service/compute-training/hourly-file.ts'
import type { Job } from './jobs.ts'

/** Some weeks of the year at a set of hubs: what runs emit there, by the readings. */
export type Season = {
  /** The grid of each hub. */
  grids: readonly Zone[]
  /** GPUs of each hub. */
  gpus: number
  /** Hour of the grids' values that hour 0 of the season is. */
  offset: number
  /** Hours in which jobs come in; those that came in last end later. */
  askedHours: number
  /** All hours that anything may run in. */
  hours: number
  jobs: readonly Job[]
  slackHours: number
}

/** Grams of a job that begins then: one kW for one hour at so many grams a kWh. */
export function gramsOf({ grids, offset }: Season, { hours }: Job, hub: number, start: number): number {
  const { values } = grids[hub]!
  let grams = 0
  for (let hour = start; hour < start + hours; hour++) grams += values[offset + hour]!
  return grams
}
