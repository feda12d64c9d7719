import { commonNames, commonNameWeight } from '../tables/common-names.ts'
import { isFamiliarForm } from '../tables/familiar-names.ts'
import { genericWords, genericWordWeight } from '../tables/generic-words.ts'
import { type NameKind, nameKind } from './name-kind.ts'

/**
 * Weight of a word, from the number of subjects that share it: 1 for a word of one subject, less the more have it. The
 * logarithm is the information of the word; the floor keeps a common name a name.
 */
const minWordWeight = [0.42, 0.22, 0.4] as const

/** `subjects` of `all` subjects of the kind have `word` in a name. */
export function wordWeight(word: string, kind: NameKind, subjects: number, all: number): number {
  const max =
    kind === nameKind.person && (commonNames.has(word) || isFamiliarForm(word))
      ? commonNameWeight
      : kind === nameKind.organisation && genericWords.has(word)
        ? genericWordWeight
        : 1
  if (subjects <= 2) return max
  const rarity = Math.log(all / subjects) / Math.log(Math.max(all, 3) / 2)
  const min = minWordWeight[kind]
  return Math.max(min, Math.min(max, min + (1 - min) * rarity))
}
