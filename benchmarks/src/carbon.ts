/**
 * What choosing time and place by carbon saves: against perfect foresight and simple forecasts, and with capacity and
 * residency against the offline optimum.
 */
import { carbonFolder, filesNamed } from './carbon/data-files.ts'
import { readZones } from './carbon/hourly-file.ts'
import { placeAndTimePart } from './carbon/parts/place-and-time.ts'
import { timePart } from './carbon/parts/time.ts'
import type { Bench, Section } from './harness/bench.ts'

export const bench: Bench = {
  name: 'carbon',
  summary: 'What choosing when and where to run by carbon saves, of what could be saved.',
  parts: ['time', 'place-and-time'],
  async *run({ only, full, ...options }): AsyncIterable<Section> {
    const folder = carbonFolder(options)
    const zones = readZones(folder, 'hourly')
    if (!only || only.includes('time')) yield timePart(zones, { full })
    if (only && !only.includes('place-and-time')) return
    if (filesNamed(folder, 'jobs_pai').length > 0) yield placeAndTimePart(folder, zones, { full })
    else
      yield { title: 'place-and-time', figures: [], notes: ['Not measured: the data folder has no jobs_pai_20k.csv.'] }
  },
}
