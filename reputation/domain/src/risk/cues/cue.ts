import type { RiskCategory } from '../model/categories.ts'
import type { Strength } from '../model/finding.ts'

/**
 * Words that speak of a risk. `words` and `unless` are comma-separated phrases (see `phrase.ts`).
 *
 * With `party: 'object'` the words are what one party does to another (sues, fines, bans, hacks): the risk is the other
 * party's. With `party: 'doer'` it is the risk of the party that stands before them (loses an appeal). Without it the risk is the
 * company's wherever it stands: it recalls, or its cars are recalled.
 */
export type Cue = {
  category: RiskCategory
  strength: Strength
  words: string
  party?: 'object' | 'doer'
  /** Readings in which the words mean something else, where they stand at the same place or around it. */
  unless?: string
}

export const cuesOf = (category: RiskCategory, cues: readonly Omit<Cue, 'category'>[]): Cue[] =>
  cues.map((cue) => ({ category, ...cue }))
