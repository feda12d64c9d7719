/**
 * Jobs with residency at hubs with limited capacity, 70 % of it asked for: what share of the offline optimum's saving is
 * had by deciding hour by hour? Savings are computed against a scheduler that knows nothing of carbon.
 */
import { fittedTo } from '@service/compute-domain/carbon/forecast-weights.ts'
import { historyHours } from '@service/compute-domain/carbon/history-forecast.ts'
import { hourMs } from '@service/compute-domain/time/time.ts'
import type { Zone } from '@service/compute-training/hourly-file.ts'
import type { Figure, Section } from '../../harness/bench.ts'
import { UsageError } from '../../harness/options.ts'
import { chooseHubs } from '../hub-set.ts'
import { readJobs } from '../jobs.ts'
import { offlineOptimum } from '../offline-optimum.ts'
import { alwaysGreenest, carbonBlind, cleanestNow, planner } from '../policies.ts'
import { runSeason } from '../run-season.ts'
import type { Season } from '../season.ts'

const weeks = 4
const askedHours = weeks * 168
const load = 0.7
const slacks = [6, 24] as const
/** After the last job came in: its slack, its run, and what a full hub makes it wait. */
const runOutHours = 24 * 9

export function placeAndTimePart(folder: string, zones: readonly Zone[], { full }: { full: boolean }): Section {
  const { grids, regions } = chooseHubs(sameHours(zones.filter(({ name }) => !fittedTo.zones.includes(name))))
  if (grids.length < 2) throw new UsageError('Place and time need hourly data of two grids at least.')
  const jobs = readJobs(folder, askedHours, regions)
  const gpuHours = jobs.reduce((sum, { hours }) => sum + hours, 0)
  const gpus = Math.max(1, Math.round(gpuHours / askedHours / load / grids.length))
  const hours = askedHours + runOutHours
  const room = Math.max(0, grids[0]!.values.length - hours - historyHours)
  const seasons = full ? 4 : 2
  const offsets = Array.from(
    { length: seasons },
    (_, index) => historyHours + Math.floor((room * index) / (seasons - 1)),
  )

  const figures: Figure[] = []
  const rows: string[][] = [['season', 'slack', 'policy', 'grams saved', 'of the optimum', 'mean wait', 'late']]
  for (const slackHours of slacks) {
    const shares: Record<string, number[]> = {}
    const found: number[] = []
    for (const offset of offsets) {
      const season: Season = { grids, gpus, offset, askedHours, hours, jobs, slackHours }
      const blind = runSeason(season, carbonBlind())
      const optimum = offlineOptimum(season)
      const savedOfOptimum = (grams: number) => (100 * (blind.grams - grams)) / (blind.grams - optimum.atLeast)
      found.push(savedOfOptimum(optimum.atMost))
      const outcomes = {
        planner: runSeason(season, planner(season)),
        'cleanest now': runSeason(season, cleanestNow(season)),
        'always the greenest': runSeason(season, alwaysGreenest(season)),
        'carbon-blind': blind,
      }
      const month = new Date((grids[0]!.firstHour + offset) * hourMs).toISOString().slice(0, 10)
      const line = (policy: string, grams: number, wait: string, late: string) =>
        rows.push([
          month,
          `${slackHours} h`,
          policy,
          `${((100 * (blind.grams - grams)) / blind.grams).toFixed(1)}%`,
          `${savedOfOptimum(grams).toFixed(1)}%`,
          wait,
          late,
        ])
      line('offline optimum, at least', optimum.atLeast, '', '')
      line('offline, schedule found', optimum.atMost, '', '')
      for (const [policy, { grams, meanWaitHours, late }] of Object.entries(outcomes)) {
        line(policy, grams, `${meanWaitHours.toFixed(1)} h`, String(late))
        shares[policy] = [...(shares[policy] ?? []), savedOfOptimum(grams)]
      }
    }
    const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const group = `${slackHours} h slack`
    figures.push(
      {
        name: 'share of the saving of the offline optimum, place and time',
        group,
        value: average(shares.planner!),
        unit: '%',
        n: jobs.length * seasons,
        baseline: Math.max(average(shares['cleanest now']!), average(shares['always the greenest']!)),
      },
      { name: 'the same of the best schedule found offline', group, value: average(found), unit: '%' },
    )
  }
  return {
    title: 'place-and-time',
    figures,
    tables: [
      {
        title: `${jobs.length} jobs in ${weeks} weeks at ${grids.length} hubs of ${gpus} GPUs: ${grids.map(({ name }) => name).join(' ')}`,
        rows,
      },
    ],
    notes: [
      'The offline optimum is a proven lower bound on what any schedule within capacity emits (Lagrangian duality), so shares',
      'are told too low rather than too high; the schedule found offline shows by how much at most.',
    ],
  }
}

/** The largest set of zones with data of the same hours. */
function sameHours(zones: readonly Zone[]): Zone[] {
  const groups = [...Map.groupBy(zones, ({ firstHour, values }) => `${firstHour} ${values.length}`).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0] ?? []
}
