/** Which days are asked for: so many up to today, or from one to another. */
import { documentedAs } from '@service/foundation/http/document-components.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import { type Day, dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import Type from 'typebox'

const byDefault = 30
const most = 365

export const DayParameter = (description: string) =>
  documentedAs(Type.String({ maxLength: 10, description: `${description} UTC.`, examples: ['2026-11-20'] }), {
    format: 'date',
  })

export type AskedDays = { days?: number; from?: string; to?: string }

/** Both days included. */
export function readDays({ days, from, to }: AskedDays, today: Day): { from: Day; to: Day } {
  if (from === undefined && to === undefined) return { from: today - (days ?? byDefault) + 1, to: today }
  const faults = new InputFaults()
  if (days !== undefined) faults.add('query.days', 'cannot be combined with `from` and `to`')
  if (from === undefined) faults.add('query.from', 'is needed where `to` is given')
  const first = from === undefined ? today : readDay(faults, 'query.from', from)
  const last = to === undefined ? today : readDay(faults, 'query.to', to)
  faults.throwIfAny()
  if (last < first) faults.add('query.to', 'must not be before `from`')
  if (last - first >= most) faults.add('query.to', `must be at most ${most} days after \`from\``)
  if (last > today) faults.add('query.to', 'must not be in the future')
  faults.throwIfAny()
  return { from: first, to: last }
}

export type AskedSpan = { day?: string | undefined; from?: string | undefined; to?: string | undefined }

/** One day, or days of which either end may be open; `until` is the beginning of the day behind. */
export function readSpan({ day, from, to }: AskedSpan): { from?: Date; until?: Date } {
  const faults = new InputFaults()
  if (day !== undefined && (from !== undefined || to !== undefined))
    faults.add('query.day', 'cannot be combined with `from` and `to`')
  const dayOf = (name: string, text: string | undefined) =>
    text === undefined ? undefined : readDay(faults, `query.${name}`, text)
  const only = dayOf('day', day)
  const [first, last] = [only ?? dayOf('from', from), only ?? dayOf('to', to)]
  if (first !== undefined && last !== undefined && last < first) faults.add('query.to', 'must not be before `from`')
  faults.throwIfAny()
  return {
    ...(first !== undefined && { from: new Date(first * dayMs) }),
    ...(last !== undefined && { until: new Date((last + 1) * dayMs) }),
  }
}

const maxApart = 31

/** A day, today unless given, and an earlier one, a week before it unless given. */
export function readComparedDays(
  { on, against }: { on?: string; against?: string },
  today: Day,
): { on: Day; against: Day } {
  const faults = new InputFaults()
  const day = on === undefined ? today : readDay(faults, 'query.on', on)
  const earlier = against === undefined ? day - 7 : readDay(faults, 'query.against', against)
  faults.throwIfAny()
  if (day > today) faults.add('query.on', 'must not be in the future')
  if (earlier >= day) faults.add('query.against', 'must be before `on`')
  if (day - earlier > maxApart) faults.add('query.against', `must be at most ${maxApart} days before \`on\``)
  faults.throwIfAny()
  return { on: day, against: earlier }
}

function readDay(faults: InputFaults, path: string, text: string): Day {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  // The 30th of February is read as a day of March.
  if (ms >= 0 && text < '9999' && isoDay(dayOf(ms)) === text) return dayOf(ms)
  faults.add(path, 'must be a date such as 2026-11-20, from 1970 to 9998')
  return 0
}
