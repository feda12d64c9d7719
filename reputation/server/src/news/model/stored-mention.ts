import type { Owner } from '@service/reputation-domain/articles/owner.ts'
import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'

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
}
