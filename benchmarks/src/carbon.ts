/**
 * What choosing time and place by carbon saves: against perfect foresight and simple forecasts, and with capacity and
 * residency against the offline optimum.
 */
import { filesNamed, UnusableData } from '@service/compute-training/data-files.ts'
import { readZones, type Zone } from '@service/compute-training/hourly-file.ts'
import { carbonFolder } from './carbon/data-files.ts'
import { placeAndTimePart } from './carbon/parts/place-and-time.ts'
import { timePart } from './carbon/parts/time.ts'
import type { Bench, Section } from './harness/bench.ts'
import { UsageError } from './harness/options.ts'

export const bench: Bench = {
  name: 'carbon',
  summary: 'What choosing when and where to run by carbon saves, of what could be saved.',
  parts: ['time', 'place-and-time'],
  async *run({ only, full, ...options }): AsyncIterable<Section> {
    const folder = carbonFolder(options)
    const zones = zonesOf(folder)
    if (!only || only.includes('time')) yield timePart(zones, { full })
    if (only && !only.includes('place-and-time')) return
    if (filesNamed(folder, 'jobs_pai').length > 0) yield placeAndTimePart(folder, zones, { full })
    else
      yield { title: 'place-and-time', figures: [], notes: ['Not measured: the data folder has no jobs_pai_20k.csv.'] }
  },
}

function zonesOf(folder: string): Zone[] {
  try {
    return readZones(folder, 'hourly')
  } catch (error) {
    throw error instanceof UnusableData ? new UsageError(error.message) : error
  }
}
