/**
 * Hourly carbon intensities of grid zones: files of a data folder whose name begins with `hourly` (a `dev` or `test` part
 * is free). Two shapes are known: a column for each zone, and a row for each zone and hour. Hours follow one another
 * without gaps; a file that has gaps is refused.
 */

import { basename } from 'node:path'
import { hourMs } from '@service/compute-domain/time/time.ts'
import { parse } from 'csv-parse/sync'
import { filesNamed, readText, UnusableData } from './data-files.ts'

export type Zone = {
  name: string
  /** Hours since 1970 of the first value. */
  firstHour: number
  /** gCO2eq/kWh, life-cycle where the file tells several. */
  values: Float64Array
}

/** The zones of the file of that name. */
export function readZones(folder: string, name: string): Zone[] {
  return filesNamed(folder, name).flatMap((file) => {
    const rows = parse(readText(file), { skip_empty_lines: true }) as string[][]
    const [header = [], ...hours] = rows
    const say = (fault: string) => new UnusableData(`${basename(file)} ${fault}.`)
    if (header[0] === 'utc_hour') return wide(header.slice(1), hours, say)
    if (header[0] === 'zone' && header[1] === 'utc_hour') return long(header, hours, say)
    throw say('begins with neither utc_hour nor zone,utc_hour')
  })
}

type Say = (fault: string) => UnusableData

function wide(names: readonly string[], rows: readonly string[][], say: Say): Zone[] {
  const firstHour = consecutive(
    rows.map(([stamp = '']) => stamp),
    say,
  )
  return names.map((name, column) => ({
    name,
    firstHour,
    values: Float64Array.from(rows, (row) => reading(row[column + 1], say)),
  }))
}

function long(header: readonly string[], rows: readonly string[][], say: Say): Zone[] {
  const column = header.indexOf('ci_lca')
  if (column < 0) throw say('has no column ci_lca')
  const byZone = Map.groupBy(rows, ([zone = '']) => zone)
  return [...byZone].map(([name, own]) => {
    const sorted = own.toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : 1))
    const firstHour = consecutive(
      sorted.map(([, stamp = '']) => stamp),
      say,
    )
    return { name, firstHour, values: Float64Array.from(sorted, (row) => reading(row[column], say)) }
  })
}

function consecutive(stamps: readonly string[], say: Say): number {
  const hours = stamps.map((stamp) => Date.parse(stamp) / hourMs)
  const first = hours[0] ?? Number.NaN
  const wrong = hours.findIndex((hour, index) => hour !== first + index)
  if (wrong >= 0 || Number.isNaN(first)) throw say(`has a gap before ${stamps[wrong]}`)
  return first
}

function reading(text: string | undefined, say: Say): number {
  const value = Number(text)
  if (!text || !Number.isFinite(value) || value < 0) throw say(`has "${text}" where an intensity is wanted`)
  return value
}
