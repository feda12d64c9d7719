/** Does the score fall when there is a crisis, and only then? */

import type { Day } from '@service/reputation-domain/series/model/day.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import type { Section } from '../../harness/bench.ts'
import { share } from '../../harness/share.ts'
import type { LabelledEvent } from '../../news/corpus.ts'
import { announcedDrops, fallsOf, type Scores } from '../replay.ts'

/** A crisis is reached when the score has fallen by five points in a week, within so many days of its first article. */
const reachDays = 8

export function drops(events: readonly LabelledEvent[], scores: Scores, observedDays: readonly Day[]): Section {
  const falls = new Map([...scores].map(([id, days]) => [id, fallsOf(days)]))
  const announced = new Map([...falls].map(([id, own]) => [id, announcedDrops(own)]))
  const within = (days: readonly { day: Day }[] | undefined, event: LabelledEvent) => {
    const first = dayOf(event.firstArticleAt)
    return (days ?? []).some(({ day }) => day >= first && day <= first + reachDays)
  }
  const crises = events.filter(({ kind }) => kind === 'crisis')
  const benign = events.filter(({ kind }) => kind !== 'crisis')
  const reached = crises.filter((event) => within(falls.get(event.company), event))
  const fired = benign.filter((event) => within(announced.get(event.company), event))
  const count = [...announced.values()].flat().length
  const weeks = (days: number) => (scores.size * days) / 7
  const calendarDays = observedDays.at(-1)! - observedDays[0]! + 1
  return {
    title: 'Drops of the score',
    figures: [
      ...share('crises reached by a drop', '', reached.length, crises.length),
      ...share(
        'crises with a drop announced',
        '',
        crises.filter((event) => within(announced.get(event.company), event)).length,
        crises.length,
      ),
      { name: 'benign spikes with a drop announced', value: fired.length, unit: 'count', n: benign.length },
      { name: 'drops announced', value: count, unit: 'count' },
      { name: 'drops per company and week', group: 'calendar', value: count / weeks(calendarDays) },
      { name: 'drops per company and week', group: 'days with news', value: count / weeks(observedDays.length) },
    ],
    notes: [
      `Not reached: ${crises
        .filter((event) => !reached.includes(event))
        .map(({ company, description }) => `${company} (${description})`)
        .join(', ')}.`,
    ],
  }
}
