/** Jobs of the PAI trace (`jobs_pai_20k.csv`), folded into a few weeks: which hour of the week a job came in is kept. */
import { basename } from 'node:path'
import { filesNamed, readText } from '@service/compute-training/data-files.ts'
import { randomFrom } from '@service/foundation/seeded-random.ts'
import { parse } from 'csv-parse/sync'
import { UsageError } from '../harness/options.ts'

export type Job = {
  /** Hour of the span that it comes in. */
  asked: number
  /** Whole hours, at least one: parts are rounded up. It takes one GPU. */
  hours: number
  /** Numbers of the hubs that it may run at. */
  hubs: readonly number[]
}

/** Residency: of a hundred jobs, fifteen may run anywhere, the others in one of the regions. */
const anywhereShare = 0.15
const seed = 20_22

export function readJobs(folder: string, spanHours: number, regions: readonly (readonly number[])[]): Job[] {
  const [file] = filesNamed(folder, 'jobs_pai')
  if (!file) throw new UsageError(`${folder} holds no jobs_pai_20k.csv.`)
  const random = randomFrom(seed)
  const everywhere = regions.flat()
  return (parse(readText(file), { columns: true }) as Record<string, string>[])
    .map((row): Job => {
      const [arrival, length] = [Number(row.arrival_h), Number(row.length_h)]
      if (!(arrival >= 0 && length > 0)) throw new UsageError(`${basename(file)} has a job without arrival or length.`)
      // A region with more hubs is asked for more often, so that all are equally full.
      const home = everywhere[Math.floor(random() * everywhere.length)]!
      const region = regions.find((hubs) => hubs.includes(home))!
      return {
        asked: Math.floor(arrival % spanHours),
        hours: Math.max(1, Math.ceil(length)),
        hubs: random() < anywhereShare ? everywhere : region,
      }
    })
    .toSorted((a, b) => a.asked - b.asked)
}
