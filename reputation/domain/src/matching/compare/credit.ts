/** How much of its weight a pair of words keeps: its similarity, raised to a power that depends on the names. */
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { role, type Token } from '../tokens/token.ts'
import type { NameSide, Pair } from './pair.ts'
import { settings } from './score-settings.ts'

export const credit = (similarity: number, power: number): number =>
  power === 2 ? similarity * similarity : similarity ** power

/** The exponent of a pair: the higher, the less an imperfect spelling counts. */
export const powerOf = (pair: Pair): number => {
  if (!isOnlyWord(pair)) return settings.similarityPower[pair.kind]
  const { length, power } = settings.shortOnlyWord
  return Math.min(nameLength(pair.query), nameLength(pair.listed)) <= length ? power : settings.onlyWordPower
}

/** Letters of the words that carry the name. */
function nameLength(side: NameSide): number {
  let letters = 0
  for (let i = 0; i < side.count; i++) if (side.isName(i)) letters += side.lengthOf(i)
  return letters
}

/** The lowest exponent that a query may meet: the exponent depends on both names. */
export const minPowerOf = (kind: NameKind, tokens: readonly Token[]): number =>
  kind === nameKind.organisation && tokens.filter((token) => token.role === role.name).length === 1
    ? settings.onlyWordPower
    : settings.similarityPower[kind]

/** Whether both names are names of organisations with a single word. */
export const isOnlyWord = ({ kind, query, listed }: Pair): boolean =>
  kind === nameKind.organisation && query.countNames() === 1 && listed.countNames() === 1
