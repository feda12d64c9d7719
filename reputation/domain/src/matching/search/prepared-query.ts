/** A query as the search works with it: its tokens with their weights and with the listed words that are similar. */
import { leftoverShare, nameWordsOf } from '../compare/leftover.ts'
import type { NameSide, Pair } from '../compare/pair.ts'
import { roleWeight } from '../compare/score-settings.ts'
import type { Neighbours } from '../index/neighbours.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { withoutCode } from '../scripts/han.ts'
import { markOf } from '../scripts/word-mark.ts'
import type { NameKind } from '../tokens/name-kind.ts'
import { role, type Token } from '../tokens/token.ts'

export type PreparedToken = Token & {
  weight: number
  /** What the token weighs when it is left over. */
  leftover: number
  neighbours: Neighbours
}

export type PreparedQuery = { kind: NameKind; tokens: PreparedToken[] }

/** How the units near a word are found: by keys, or by comparing all. */
export type FindNeighbours = (text: string, kind: NameKind) => Neighbours

export function prepareQuery(
  tokens: readonly Token[],
  kind: NameKind,
  words: Vocabulary,
  find: FindNeighbours,
): PreparedQuery {
  const name = nameWordsOf(tokens)
  return {
    kind,
    tokens: tokens.map((token, i) => {
      const weight = tokenWeight(token, kind, words)
      const neighbours = token.role === role.name ? find(token.text, kind) : words.exactly(token.text)
      return { ...token, weight, leftover: weight * leftoverShare(kind, name, i), neighbours }
    }),
  }
}

/** Weight of a token: of a word that carries the name as the lists have it, of any other by its role. */
export const tokenWeight = (token: Token, kind: NameKind, words: Vocabulary): number =>
  token.role === role.name ? words.weightOf(token.text, kind) : roleWeight[token.role]

/** Writes one side of a pair. */
export function fillSide(side: NameSide, tokens: readonly (Token & { weight: number })[]): void {
  side.count = tokens.length
  side.text = (i) => tokens[i]?.text ?? ''
  side.surface = (i) => tokens[i]?.surface ?? ''
  for (const [i, token] of tokens.entries()) {
    side.role[i] = token.role
    side.weight[i] = token.weight
    side.mark[i] = markOf(token.text)
    side.length[i] = withoutCode(token.surface).length
  }
}

/** Writes the query's side of a pair. */
export function fillQuery(pair: Pair, { kind, tokens }: PreparedQuery): void {
  pair.kind = kind
  fillSide(pair.query, tokens)
}
