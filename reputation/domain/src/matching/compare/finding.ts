/** Stable words for programs; `explanation.ts` says what each means. */
export type FindingRule =
  | 'same'
  | 'spelling'
  | 'translation'
  | 'initial'
  | 'initialism'
  | 'glued'
  | 'extra'
  | 'omitted'
  | 'conflicting-numbers'
  | 'missing-number'
  | 'conflicting-initials'
  | 'legal-form'
  | 'divided-name'
  | 'order'
  | 'nothing-same'
  | 'one-word'
  | 'one-word-and-initial'
  | 'weak-alias'
  | 'date-of-birth'
  | 'country'
  | 'ship-number'

/** One step of the comparison, in the order it was taken. The score follows from the findings alone. */
export type Finding = {
  rule: FindingRule
  /** The part of the query, and the part of the listed name or entry, that the finding speaks of. */
  query?: string
  listed?: string
  /** Similarity of the two parts in [0, 1], where the finding compares two. */
  similarity?: number
  /** Share of the name that rests on this finding, or the factor that it applied to the score. */
  weight?: number
  factor?: number
  /**
   * What it counts in the score: of words that agree, the part of their weight that their similarity leaves; of a word that
   * one name alone has, what it adds to the weight that agreement is measured against (`score-sum.ts`).
   */
  counts?: number
}

/** Numbers of an explanation have three decimals. */
export const round3 = (value: number): number => Math.round(value * 1000) / 1000

/** What is added up has more, so that the sum is the score to its last decimal. */
export const round6 = (value: number): number => Math.round(value * 1e6) / 1e6
