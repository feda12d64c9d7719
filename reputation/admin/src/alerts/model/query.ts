/** What is asked for where so much of the inbox is chosen. */
import type { Input, Output } from '../../api/api.ts'
import type { InboxSearch, View } from './search.ts'
import { categories } from './words.ts'

type Query = NonNullable<Input<'listAlertStories'>['query']>
export type AlertStory = Output<'listAlertStories'>['stories'][number]
export type Story = Output<'getAlertStory'>

export const viewWords: Record<View | 'new', string> = {
  new: 'New',
  mine: 'Mine',
  seen: 'Seen',
  assigned: 'Assigned',
  closed: 'Closed',
  muted: 'Muted',
  all: 'All',
}

const viewQueries: Record<View | 'new', Query> = {
  new: { state: 'new', muted: false },
  mine: { assignee: 'me', open: true, muted: false },
  seen: { state: 'seen', muted: false },
  assigned: { state: 'assigned', muted: false },
  closed: { state: 'closed', muted: false },
  muted: { muted: true },
  all: {},
}

const isDay = (day: string | undefined): day is string => day !== undefined && !Number.isNaN(Date.parse(day))

/** A kind of risk and days that there are not are passed over. */
export function queryOf({ view, severity, category, text, from, to }: InboxSearch): Query {
  const kind = categories.find((one) => one === category)
  const [first, last] = [isDay(from) ? from : undefined, isDay(to) ? to : undefined]
  return {
    ...viewQueries[view ?? 'new'],
    ...(severity && { severity }),
    ...(kind && { category: kind }),
    ...(text && { text }),
    ...(first && { from: first }),
    ...(last && !(first && last < first) && { to: last }),
  }
}
