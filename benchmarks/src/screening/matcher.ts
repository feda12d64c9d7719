/** The matcher as the parts of a run see it. */
import { defaultThreshold, type Finding, type ScreeningIndex } from '@service/reputation-domain/matching/screening.ts'

/** The threshold at which every figure is judged. */
export const decisive = defaultThreshold

export type NameComparer = ScreeningIndex['compareNames']

/** A comparison's findings in one line. */
export const explained = (findings: readonly Finding[]): string =>
  findings
    .map(({ rule, query, listed, similarity, weight, factor }) => {
      const parts = query === listed || !listed ? query : query ? `${query}~${listed}` : listed
      const numbers = [
        similarity === undefined ? '' : `=${similarity.toFixed(2)}`,
        weight === undefined ? '' : ` w${weight.toFixed(2)}`,
        factor === undefined ? '' : ` ×${factor.toFixed(2)}`,
      ]
      return `${rule}${parts ? ` ${parts}` : ''}${numbers.join('')}`
    })
    .join('; ')
