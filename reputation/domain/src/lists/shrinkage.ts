/**
 * A new version with fewer entries than this share of the current one is taken for a broken file. Authorities delist a
 * few subjects a week; half a file that parses is far more likely than a fifth of a list struck off in a day.
 */
export const smallestCredibleShare = 0.8

/** Exactly 80 % is still credible. An empty current version lends no measure: anything is credible after it. */
export const isCredibleSize = (entries: number, currentEntries: number): boolean =>
  entries >= currentEntries * smallestCredibleShare
