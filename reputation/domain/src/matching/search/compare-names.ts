import type { Finding } from '../compare/finding.ts'
import { comparable, Pair, pairCell } from '../compare/pair.ts'
import { scorePair } from '../compare/pair-score.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import type { WholeNames } from '../index/whole-names.ts'
import { markOf, wordMark } from '../scripts/word-mark.ts'
import { NameForms } from '../spelling/name-forms.ts'
import { namesakeSimilarity, spell, wordSimilarity } from '../spelling/word-similarity.ts'
import { alternativeNames } from '../tokens/alternative-names.ts'
import { analyse } from '../tokens/analyse.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { otherReadings } from '../tokens/other-readings.ts'
import type { Token } from '../tokens/token.ts'
import { fillQuery, fillSide, type PreparedToken, prepareQuery, tokenWeight } from './prepared-query.ts'
import { speltOutAs } from './spelt-out.ts'

type Tables = { words: Vocabulary; wholeNames: WholeNames }

/**
 * Score of two names as texts, by the weights and the translations of an index; `findings` receives the explanation. Of
 * the names that either text holds (`alternative-names.ts`), the two most alike count.
 */
export function compareNames(
  query: string,
  listed: string,
  kind: NameKind,
  tables: Tables,
  findings: Finding[],
): number {
  let best = 0
  for (const asked of [query, ...otherReadings(query, kind)])
    for (const named of [listed, ...alternativeNames(listed, kind)]) {
      const found: Finding[] = []
      const score = compareBoth(asked, named, kind, tables, found)
      if (score <= best && findings.length > 0) continue
      best = score
      findings.splice(0, findings.length, ...found)
    }
  return best
}

/** As they stand, or with the words of the listed name in place of initials. */
function compareBoth(query: string, listed: string, kind: NameKind, tables: Tables, findings: Finding[]): number {
  const { words } = tables
  const asked = analyse(query, kind)
  const named = analyse(listed, kind)
  const score = compareTokens(asked, named, kind, words, findings)
  const spelt = kind === nameKind.organisation ? speltOutAs(asked, named, tables) : undefined
  if (!spelt) return score
  const found: Finding[] = []
  const other = spelt.finding.factor * compareTokens(spelt.tokens, named, kind, words, found)
  if (other <= score) return score
  findings.splice(0, findings.length, ...found, spelt.finding)
  return other
}

function compareTokens(
  query: readonly Token[],
  tokens: readonly Token[],
  kind: NameKind,
  words: Vocabulary,
  findings: Finding[],
): number {
  const prepared = prepareQuery(query, kind, words, (text) => words.exactly(text))
  if (prepared.tokens.length === 0 || tokens.length === 0) return 0
  const pair = new Pair()
  fillQuery(pair, prepared)
  fillSide(
    pair.listed,
    tokens.map((token) => ({ ...token, weight: tokenWeight(token, kind, words) })),
  )
  for (const [j, token] of tokens.entries())
    for (const [i, queryToken] of prepared.tokens.entries()) {
      const { spelling, meaning } = similaritiesOf(queryToken, token, kind, words)
      pair.similarity[pairCell(i, j)] = Math.max(spelling, meaning)
      pair.translated[pairCell(i, j)] = meaning > spelling ? 1 : 0
    }
  return scorePair(pair, findings)
}

function spellingOf(query: string, listed: string, kind: NameKind): number {
  const similarity = wordSimilarity(spell(query), spell(listed))
  const areLatin = markOf(query) === wordMark.none && markOf(listed) === wordMark.none
  if (kind !== nameKind.person || query === listed || !areLatin) return similarity
  return namesakeSimilarity(new NameForms(query), listed, similarity)
}

function similaritiesOf(query: PreparedToken, listed: Token, kind: NameKind, words: Vocabulary) {
  const isCharacter = query.text === listed.text && markOf(listed.text) === wordMark.chinese
  if (isCharacter && query.surface !== listed.surface) return { spelling: 0, meaning: 0 }
  if (!comparable(query.role, listed.role)) return { spelling: query.text === listed.text ? 1 : 0, meaning: 0 }
  return {
    spelling: spellingOf(query.text, listed.text, kind),
    meaning: kind === nameKind.organisation ? words.sameMeaning(query.text, listed.text) : 0,
  }
}
