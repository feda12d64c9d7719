import type { Finding } from '../compare/finding.ts'
import { comparable, Pair, pairCell } from '../compare/pair.ts'
import { scorePair } from '../compare/pair-score.ts'
import type { NameTable } from '../index/name-table.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { wordMark } from '../scripts/word-mark.ts'
import { maxTokens } from '../tokens/token.ts'
import type { Candidates } from './candidates.ts'
import { NeighbourLinks } from './neighbour-links.ts'
import { fillQuery, type PreparedQuery } from './prepared-query.ts'
import type { ScoreBound } from './score-bound.ts'

/** A weak alias alone should stop nobody: its score ends here. */
const weakAliasCap = 0.92

/**
 * Compares listed names with one query after the other: in full (`score`), and for their bounds (`addNeighbours`).
 *
 * Index bounds: tokens of the query are numbered below `maxTokens`, the length of the arrays here, and links are those that
 * were set.
 */
export class NameScorer {
  readonly #names: NameTable
  readonly #pair = new Pair()
  readonly #links: NeighbourLinks
  #unlinked: PreparedQuery | undefined
  #firstToken = 0
  /** Upper bounds of what the words of a name add for each token of the query. */
  readonly #agreed = new Float32Array(maxTokens)
  readonly #covered = new Float32Array(maxTokens)
  readonly #slack = new Float32Array(maxTokens)

  constructor(words: Vocabulary, names: NameTable) {
    this.#names = names
    this.#links = new NeighbourLinks(words.size)
    this.#pair.listed.text = (j) => words.textOf(names.tokens.unit(this.#firstToken + j))
    this.#pair.listed.surface = (j) => words.textOf(names.tokens.surface(this.#firstToken + j))
  }

  /** Makes `query` the one that names are compared with. */
  setQuery(query: PreparedQuery): void {
    fillQuery(this.#pair, query)
    this.#unlinked = query
  }

  /** Links the query's neighbours. Put off until a name is compared, for most queries meet no name of some kind. */
  #link(): void {
    if (!this.#unlinked) return
    this.#links.set(this.#unlinked.tokens)
    this.#unlinked = undefined
  }

  /** Adds to the bound of the name its words that are near the query tokens in `bits`, none of which was added before. */
  addNeighbours(name: number, bits: number, scoreBound: ScoreBound, candidates: Candidates): void {
    this.#link()
    const { weight: queryWeight } = this.#pair.query
    const { head, start, next, token, similarity } = this.#links
    const { tokens } = this.#names
    const end = this.#names.tokenEnd(name)
    let met = 0
    for (let at = this.#names.tokenStart(name); at < end; at++) {
      const unit = tokens.unit(at)
      for (let link = head[unit]! - start; link >= 0; link = next[link]! - start) {
        const i = token[link]!
        if ((bits & (1 << i)) === 0) continue
        const covered = tokens.weight(at)
        const shared = (queryWeight[i]! + covered) / 2
        const value = scoreBound.credit(similarity[link]!)
        const slack = scoreBound.slack(i, unit, shared, value)
        const isFirst = (met & (1 << i)) === 0
        met |= 1 << i
        keepGreatest(this.#agreed, i, shared * value, isFirst)
        keepGreatest(this.#covered, i, covered, isFirst)
        keepGreatest(this.#slack, i, slack, isFirst)
      }
    }
    for (let i = 0; met >>> i !== 0; i++)
      if ((met & (1 << i)) !== 0)
        candidates.addToken(name, 1 << i, this.#agreed[i]!, this.#covered[i]!, this.#slack[i]!)
  }

  /** Score of a listed name against the query, its alias strength included; `findings` receives the explanation. */
  score(name: number, findings?: Finding[]): number {
    this.#link()
    this.#fillListed(name)
    const score = scorePair(this.#pair, findings)
    if (score <= weakAliasCap || !this.#names.isWeak(name)) return score
    findings?.push({ rule: 'weak-alias', factor: weakAliasCap / score })
    return weakAliasCap
  }

  /** Writes the listed half of the pair, and the similarities of its words. */
  #fillListed(name: number): void {
    const pair = this.#pair
    const { head, start, next, token, similarity, translated } = this.#links
    const { tokens } = this.#names
    const first = this.#names.tokenStart(name)
    const count = this.#names.tokenEnd(name) - first
    this.#firstToken = first
    const { listed } = pair
    listed.count = count
    for (let i = 0; i < pair.query.count; i++) {
      const end = pairCell(i, count)
      for (let cell = pairCell(i, 0); cell < end; cell++) {
        pair.similarity[cell] = 0
        pair.translated[cell] = 0
      }
    }
    for (let j = 0; j < count; j++) {
      const listedRole = tokens.role(first + j)
      listed.role[j] = listedRole
      listed.mark[j] = tokens.mark(first + j)
      listed.length[j] = tokens.length(first + j)
      listed.weight[j] = tokens.weight(first + j)
      for (let link = head[tokens.unit(first + j)]! - start; link >= 0; link = next[link]! - start) {
        const i = token[link]!
        const value = similarity[link]!
        if (value !== 1 && !comparable(pair.query.role[i], listedRole)) continue
        if (value === 1 && listed.mark[j] === wordMark.chinese && pair.query.surface(i) !== listed.surface(j)) continue
        pair.similarity[pairCell(i, j)] = value
        pair.translated[pairCell(i, j)] = translated[link]!
      }
    }
  }
}

function keepGreatest(values: Float32Array, i: number, value: number, isFirst: boolean): void {
  if (isFirst || value > values[i]!) values[i] = value
}
