/**
 * A run of one or six hours that may begin up to a day later, on its zone's grid alone: what share of the saving of
 * perfect foresight is had? Every zone counts alike, by the mean over start hours of the whole file.
 */

import type { Forecast } from '@service/compute-domain/carbon/forecast.ts'
import { fittedTo } from '@service/compute-domain/carbon/forecast-weights.ts'
import { forecastHours, historyHours } from '@service/compute-domain/carbon/history-forecast.ts'
import { planStart } from '@service/compute-domain/carbon/plan-start.ts'
import { hourMs } from '@service/compute-domain/time/time.ts'
import type { Zone } from '@service/compute-training/hourly-file.ts'
import type { Figure, Section } from '../../harness/bench.ts'
import { bootstrap } from '../../harness/intervals.ts'
import { levelledMeanStart, persistenceStart, weekMeanStart } from '../simple-starts.ts'

const slackHours = 24
const jobs = [1, 6] as const
const maxJobHours = 6
const ahead = slackHours + maxJobHours
/** Hours between the starts that are tried: eleven divides no day, so all hours of the day come up. */
const defaultStep = 11

/** Decides where a run that was asked for at an hour begins. */
type Start = (asked: number, jobHours: number) => number

export function timePart(zones: readonly Zone[], { full }: { full: boolean }): Section {
  const heldOut = zones.filter((zone) => !wasFittedTo(zone))
  const fitted = zones.filter(wasFittedTo)
  const figures: Figure[] = []
  const tables: NonNullable<Section['tables']> = []
  for (const [group, chosen] of [
    ['held out', heldOut],
    ['fitted to', fitted],
  ] as const) {
    if (chosen.length === 0) continue
    const judged = chosen.map((zone) => judge(zone, full ? 1 : defaultStep))
    for (const job of jobs) {
      const of = `${job} h, ${slackHours} h slack, ${group}`
      const share = (policy: string) => (zones: readonly Judged[]) =>
        (100 * mean(zones.map((zone) => zone[job]![policy]!))) / mean(zones.map((zone) => zone[job]!.oracle!))
      const { low, high } = bootstrap(judged, share('planner'))
      figures.push(
        {
          name: 'share of the saving of perfect foresight',
          group: of,
          value: share('planner')(judged),
          unit: '%',
          n: judged.length,
          low,
          high,
          baseline: Math.max(...baselines.map((policy) => share(policy)(judged))),
        },
        {
          name: 'zones worse than starting at once',
          group: of,
          value: worse(judged, job),
          unit: 'count',
          n: judged.length,
        },
      )
      tables.push({
        title: `${of}: saving against starting at once, mean over ${judged.length} zones`,
        rows: [
          ['policy', 'saving', 'of perfect foresight', 'zones worse'],
          ...['oracle', 'planner', 'planner, reading an hour late', ...baselines].map((policy) => [
            policy,
            `${(100 * mean(judged.map((zone) => zone[job]![policy]!))).toFixed(2)}%`,
            `${share(policy)(judged).toFixed(1)}%`,
            String(judged.filter((zone) => zone[job]![policy]! < 0).length),
          ]),
        ],
      })
    }
  }
  return {
    title: 'time',
    figures,
    tables,
    notes: [
      'The reading of the current hour is known when an hour begins; one line shows what it costs to learn it an hour late.',
      'Oracle: the best of the 25 start hours, by the readings. Weights were fitted to the zones "fitted to", in 2022.',
    ],
  }
}

const baselines = ['7-day mean with level, looked at hourly', '7-day mean', 'yesterday'] as const

function wasFittedTo({ name, firstHour, values }: Zone): boolean {
  const years = [firstHour, firstHour + values.length - 1].map((hour) => new Date(hour * hourMs).getUTCFullYear())
  return fittedTo.zones.includes(name) && years[0]! <= fittedTo.year && years[1]! >= fittedTo.year
}

/** Saving by job and policy, as a share of starting at once. */
type Judged = Record<number, Record<string, number>>

function judge({ values, firstHour }: Zone, step: number): Judged {
  const forecasts = new Map<number, Float64Array>()
  const forecastAt = (hour: number) => {
    const known = forecasts.get(hour)
    if (known) return known
    const made = new Float64Array(ahead)
    forecastHours(values, hour, firstHour + hour, made)
    forecasts.set(hour, made)
    return made
  }
  const dateOf = (hour: number) => new Date((firstHour + hour) * hourMs)
  const planner =
    (late: 0 | 1): Start =>
    (asked, durationHours) => {
      const latestStart = dateOf(asked + slackHours)
      for (let hour = asked; ; hour++) {
        const known = forecastAt(hour - late)
        const hours = late ? known : Float64Array.of(values[hour]!, ...known.subarray(0, ahead - 1))
        const forecast: Forecast = { from: dateOf(hour), values: hours, method: 'history' }
        const sites = [{ id: 'here', gramsFactor: 1, forecast }]
        const plan = planStart({ now: dateOf(hour), latestStart, durationHours, sites, isWaiting: hour > asked })
        if (plan.kind === 'start') return hour
      }
    }
  const policies: Record<string, Start> = {
    planner: planner(0),
    'planner, reading an hour late': planner(1),
    '7-day mean with level, looked at hourly': levelledMeanStart(values, slackHours),
    '7-day mean': weekMeanStart(values, slackHours),
    yesterday: persistenceStart(values, slackHours),
  }
  return Object.fromEntries(
    jobs.map((job) => {
      const over = (start: number) => mean(Array.from(values.subarray(start, start + job)))
      let atOnce = 0
      const emitted: Record<string, number> = { oracle: 0 }
      for (const policy of Object.keys(policies)) emitted[policy] = 0
      for (let asked = historyHours + 1; asked + 2 * ahead < values.length; asked += step) {
        atOnce += over(asked)
        let best = Number.POSITIVE_INFINITY
        for (let start = asked; start <= asked + slackHours; start++) best = Math.min(best, over(start))
        emitted.oracle! += best
        for (const [policy, start] of Object.entries(policies)) emitted[policy]! += over(start(asked, job))
      }
      return [job, Object.fromEntries(Object.entries(emitted).map(([policy, sum]) => [policy, 1 - sum / atOnce]))]
    }),
  )
}

const worse = (judged: readonly Judged[], job: number) => judged.filter((zone) => zone[job]!.planner! < 0).length

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
