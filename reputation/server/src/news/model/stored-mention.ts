import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'

/** A word of the text that moved the log-odds of positive against negative by so much. */
export type DrivingWord = { word: string; weight: number }

/**
 * A mention as it is kept. Which articles copy which is not: that depends on who looks, for one of them may be
 * another's private one.
 */
export type StoredMention = Omit<Mention, 'copyOf'> & {
  owner: Owner
  url: string
  /** What the search for copies reads beside the title. */
  lead: string | undefined
  sample: boolean
  /** Of a sample, whose dates are shifted: the true date, in milliseconds since 1970. */
  originalPublishedAt: number | undefined
  /** Strongest first; written with the mention, and read by those alone who show it. */
  words?: readonly DrivingWord[]
  /** A person of the company that looks has corrected its judgement. */
  corrected?: true
}
