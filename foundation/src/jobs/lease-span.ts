/** From when until when a lease holds. */
export type Span = { now: Date; until: Date }
