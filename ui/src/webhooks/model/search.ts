/** What of a list is chosen, as the address says it; a bad value falls back. */
export const deliveryStates = ['pending', 'held', 'succeeded', 'failed'] as const
export const attemptOutcomes = ['succeeded', 'failed'] as const

/** How far back, in hours. */
export const spans = { hour: 1, day: 24, week: 168, month: 720 } as const
export type Span = keyof typeof spans
export const spanWords: Record<Span, string> = {
  hour: 'The last hour',
  day: 'The last 24 hours',
  week: 'The last 7 days',
  month: 'The last 30 days',
}

const one = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)

const spanNames = Object.keys(spans) as Span[]

export type DeliverySearch = {
  state?: (typeof deliveryStates)[number]
  /** One that the service does not offer is passed over. */
  event?: string
  since?: Span
  health?: 'week' | 'month'
}

export function readDeliverySearch(given: Record<string, unknown>): DeliverySearch {
  const [state, event, since] = [
    one(deliveryStates, given.state),
    typeof given.event === 'string' ? given.event : undefined,
    one(spanNames, given.since),
  ]
  const health = one(['week', 'month'] as const, given.health)
  return { ...(state && { state }), ...(event && { event }), ...(since && { since }), ...(health && { health }) }
}

export type AttemptSearch = { outcome?: (typeof attemptOutcomes)[number]; since?: Span }

export function readAttemptSearch(given: Record<string, unknown>): AttemptSearch {
  const [outcome, since] = [one(attemptOutcomes, given.outcome), one(spanNames, given.since)]
  return { ...(outcome && { outcome }), ...(since && { since }) }
}

/** In whole minutes, so that the same is not fetched again with every rendering. */
export const sinceTime = (span: Span, now: Date): string =>
  new Date(Math.floor(now.getTime() / 60_000) * 60_000 - spans[span] * 3_600_000).toISOString()
