import type { NameKind } from '../tokens/name-kind.ts'
/** A query as the index works with it: its tokens with their weights and with the listed words that lie near them. */

import { leftoverShare, settings } from '../compare/score-settings.ts'
import type { Neighbours, Vocabulary } from '../index/vocabulary.ts'
import { role, type Token } from '../tokens/analyse.ts'

export type PreparedToken = Token & {
  weight: number
  /** What the token weighs when nothing answers to it. */
  leftover: number
  neighbours: Neighbours
}

export type PreparedQuery = { kind: NameKind; tokens: PreparedToken[] }

/** How the units near a word are found: by keys, or by looking at all. */
export type FindNeighbours = (text: string, kind: NameKind) => Neighbours

export function prepareQuery(
  tokens: readonly Token[],
  kind: NameKind,
  words: Vocabulary,
  find: FindNeighbours,
): PreparedQuery {
  const roles = Uint8Array.from(tokens, (token) => token.role)
  const text = (i: number) => tokens[i]!.text
  return {
    kind,
    tokens: tokens.map((token, i) => {
      const weight = tokenWeight(token, kind, words)
      const neighbours = token.role === role.name ? find(token.text, kind) : words.itself(token.text)
      return { ...token, weight, leftover: weight * leftoverShare(text, roles, tokens.length, i), neighbours }
    }),
  }
}

/** Weight of a token: of a word that carries the name as the lists have it, of any other by its role. */
export const tokenWeight = (token: Token, kind: NameKind, words: Vocabulary): number =>
  token.role === role.name ? words.weightOf(token.text, kind) : roleWeight[token.role]!

/** Weight of the tokens that are no names, by role. */
export const roleWeight: readonly number[] = [
  1,
  settings.particleWeight,
  settings.titleWeight,
  settings.initialWeight,
  settings.legalWeight,
  settings.numberWeight,
]
