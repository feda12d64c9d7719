/** When a story is how pressing. docs/reputation.md says why. */
export const alertSettings = {
  /** A copy of a text adds so much of what its publisher's own text would. */
  copyWeight: 0.3,
  /** From this authority on, a publisher is of the first tier. */
  firstTier: 1,
  medium: { reach: 1, outlets: 2 },
  high: {
    reach: 6,
    outlets: 10,
    /** Share of the story's mentions that speak of a risk of strength 2 or more. */
    share: 0.35,
    /** For each unit of risk reach that the company has on a typical day, so much more is asked. */
    perTypicalReach: 0.75,
  },
  critical: {
    reach: 8,
    outlets: 15,
    firstTierOutlets: 2,
    /** Of the outlets, so many must not belong together. */
    owners: 2,
    /** Share of the risk mentions that are of strength 3. */
    graveShare: 0.3,
  },
  /** A serious story becomes critical by this reach alone. */
  ubiquitous: { reach: 120 },
  /** Days with news that show what is typical for a company. */
  typical: { days: 14, minDays: 3 },
  /** P(negative) from which an article about the company is an alert of its own; a company may set another. */
  negativeArticle: 0.75,
  listDays: 7,
  /** Older stories, such as those of an import, fire no alert. */
  maxAgeMs: 48 * 3_600_000,
}
export type AlertSettings = typeof alertSettings
