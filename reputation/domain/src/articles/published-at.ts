/** When an article counts as published. */

export type PublicationClaims = {
  /** As the feed or file says, in milliseconds since 1970; absent where it says nothing readable. */
  published?: number | undefined
  updated?: number | undefined
  /** When we saw the article for the first time: always known, always true. */
  firstSeen: number
}

const dayMs = 86_400_000
/** Clocks and time zones go wrong by hours. Later than this, a date is a mistake or a trick to stay on top. */
const maxAheadMs = dayMs
/** Programs that know no date write the year 1 or the first day of 1970. */
const earliest = dayMs

/**
 * The date of publication, else of the last change, else of our first sight. A date that cannot be true is as good as
 * none: more than a day ahead of our first sight, or before 2 January 1970.
 */
export function publishedAt({ published, updated, firstSeen }: PublicationClaims): number {
  return [published, updated].find((claim) => isCredible(claim, firstSeen)) ?? firstSeen
}

export function isCredible(claim: number | undefined, firstSeen: number): claim is number {
  return claim !== undefined && claim >= earliest && claim <= firstSeen + maxAheadMs
}
