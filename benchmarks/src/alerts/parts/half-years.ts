/** Are companies with a bad half-year distinguished from those with a good one? */
import { measurable, overallOf } from '@service/reputation-domain/score/overall.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import type { Day } from '@service/reputation-domain/series/model/day.ts'
import type { Section } from '../../harness/bench.ts'
import type { Scores } from '../replay.ts'

/**
 * One reader's view of March to August 2014, from what is generally known of these companies and before any score was
 * looked at; all others had an ordinary half-year.
 */
const bad = new Set(
  'gm takata mtgox bnp herbalife amapparel malaysia citi boa barclays cs pfchangs target gsk aereo ebay kfc mcdonalds'.split(
    ' ',
  ),
)
const good = new Set('tesla apple netflix starbucks intel alibaba boeing'.split(' '))

/** Days that only fill the window of the first scores. */
const warmUpDays = 14

/**
 * The settings of the score were chosen on the even half of the companies, in the order of their ids; the odd half was only looked at
 * to check them.
 */
export function halfYears(scores: Scores, observedDays: readonly Day[]): Section {
  const days = observedDays.filter((day) => day >= observedDays[0]! + warmUpDays)
  const halves = Map.groupBy([...scores.keys()].sort().entries(), ([index]) =>
    index % 2 === 0 ? 'chosen on' : 'checked on',
  )
  const figures = [...halves].flatMap(([group, entries]) => {
    const medians = new Map(entries.map(([, id]) => [id, medianOf(id, days, scores)]))
    const values = (is: (id: string) => boolean) => [...medians].flatMap(([id, median]) => (is(id) ? [median] : []))
    const isBad = (id: string) => bad.has(id)
    const all = values(() => true)
    return [
      {
        name: 'pairs in order, bad and other half-years',
        group,
        value: inOrder(
          values(isBad),
          values((id) => !isBad(id)),
        ),
        unit: '%',
      },
      {
        name: 'pairs in order, bad and good half-years',
        group,
        value: inOrder(
          values(isBad),
          values((id) => good.has(id)),
        ),
        unit: '%',
      },
      { name: 'lowest median score of a company', group, value: Math.min(...all), n: all.length },
      { name: 'highest median score of a company', group, value: Math.max(...all), n: all.length },
    ]
  })
  return { title: 'Half-years of companies', figures, notes: [`Medians over ${days.length} days with news.`] }
}

function medianOf(id: string, days: readonly Day[], scores: Scores): number {
  const own = scores.get(id)!
  const values = days
    .flatMap((day) => own.get(day) ?? [])
    .map((day) => overallOf(day, measurable(day), scoreSettings)!.value)
    .sort((a, b) => a - b)
  return values[values.length >> 1] ?? Number.NaN
}

/** Of all pairs, the share in which the first is lower, in per cent. */
function inOrder(lower: readonly number[], higher: readonly number[]): number {
  const pairs: number[] = lower.flatMap((one) => higher.map((other) => (one < other ? 1 : one === other ? 0.5 : 0)))
  return (100 * pairs.reduce((sum, pair) => sum + pair, 0)) / pairs.length
}
