/**
 * Names that divide the letters of a query into words otherwise: that write neighbouring words as one, one word as
 * several, or put the spaces elsewhere. No posting of a query word leads to them, so they have a search of their own.
 *
 * Index bounds: the units that are near a word and their similarities have one length.
 */
import { joinSurfaces, minPartLength } from '../compare/join-rules.ts'
import type { NameTable } from '../index/name-table.ts'
import type { Neighbours } from '../index/neighbours.ts'
import type { Postings } from '../index/postings.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import type { WholeNames } from '../index/whole-names.ts'
import { WordCache } from '../index/word-cache.ts'
import { beginsLatin, marked, markOf, wordMark } from '../scripts/word-mark.ts'
import { maxWordLength } from '../spelling/signs.ts'
import { type SpelledWord, spell } from '../spelling/word-similarity.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { maxTokens, role } from '../tokens/token.ts'
import type { Candidates } from './candidates.ts'
import { DividedWord } from './divided-word.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import type { QueryTerm } from './query-terms.ts'

/** Parts of a word of a consonantal script are near when the whole is near enough to be joined. */
const minPartSimilarity = 0.9

/** A shorter word is not searched for as several words of a name. */
const minDividedLength = 6

/** As how many listed words a word may be written. */
const maxDividedWords = 3

/** What was found about a text: the units near it, and the names that divide it elsewhere than at each place. */
type JoinedText = { near?: Uint32Array; divided: (readonly number[] | undefined)[] }

export class JoinedCandidates {
  readonly #words: Vocabulary
  readonly #names: NameTable
  readonly #postings: Postings
  readonly #wholeNames: WholeNames
  readonly #candidates: Candidates
  readonly #joined = new WordCache<JoinedText>()

  constructor(
    index: { words: Vocabulary; names: NameTable; postings: Postings; wholeNames: WholeNames },
    candidates: Candidates,
  ) {
    this.#words = index.words
    this.#names = index.names
    this.#postings = index.postings
    this.#wholeNames = index.wholeNames
    this.#candidates = candidates
  }

  /** Makes all such names candidates. */
  add({ kind, tokens }: PreparedQuery, terms: readonly QueryTerm[]): void {
    for (const { token, i } of terms) {
      const { text, weight } = token
      this.#candidates.beginJoined(1 << i, weight, maxDividedWords)
      if (kind === nameKind.person && markOf(text) === wordMark.consonantal && text.length > 5)
        this.#addScriptParts(text, kind)
      else if (text.length >= minDividedLength && beginsLatin(text)) this.#addDivided(text)
    }
    for (let i = 0; i + 1 < tokens.length; i++) this.#addNeighbouring(tokens, i)
    const weight = tokens.reduce((sum, token) => sum + token.weight, 0)
    this.#candidates.beginJoined((1 << tokens.length) - 1, weight, maxTokens)
    this.#wholeNames.forEach(tokens, (name) => this.#candidates.addJoined(name))
  }

  /** Names that write token `i` and the next as one word, or divide them elsewhere. */
  #addNeighbouring(tokens: readonly PreparedToken[], i: number): void {
    const one = tokens[i]
    const other = tokens[i + 1]
    const third = tokens[i + 2]
    if (!one || !other || !mayJoin(one, other)) return
    const bits = (1 << i) | (1 << (i + 1))
    const weight = one.weight + other.weight
    const text = joinSurfaces([one.surface, other.surface])
    this.#candidates.beginJoined(bits, weight, 2)
    if (text.length <= maxWordLength) for (const unit of this.#unitsNear(text)) this.#addHolders(unit)
    if (beginsLatin(text)) this.#addDivided(text, one.surface.length)
    if (!third) return
    this.#candidates.beginJoined(bits | (1 << (i + 2)), weight + third.weight, 1)
    const three = joinSurfaces([one.surface, other.surface, third.surface])
    if (markOf(three) === wordMark.consonantal) for (const unit of this.#unitsNear(three)) this.#addHolders(unit)
    else if (this.#words.unitOf(three) >= 0) this.#addHolders(this.#words.unitOf(three))
  }

  #addHolders(unit: number): void {
    this.#postings.forEach(unit, (name) => this.#candidates.addJoined(name))
  }

  /** Names that write `text` as two or three words, divided elsewhere than at `known`, where the query divides it. */
  #addDivided(text: string, known = 0): void {
    const joined = this.#joinedText(text)
    const found = joined.divided[known] ?? this.#findDivided(text, known)
    joined.divided[known] = found
    for (const name of found) this.#candidates.addJoined(name)
  }

  #unitsNear(text: string): Uint32Array {
    const joined = this.#joinedText(text)
    joined.near ??= this.#words.joinedNeighbours(text)
    return joined.near
  }

  #joinedText(text: string): JoinedText {
    return this.#joined.getOrCompute(text, () => ({ divided: [] }))
  }

  /** They are found by a part of the text that is a listed word, then compared. */
  #findDivided(text: string, known: number): number[] {
    const found: number[] = []
    const word = spell(text)
    for (let at = 2; at <= text.length - 2; at++) {
      if (at === known) continue
      const left = this.#words.unitOf(text, 0, at)
      const right = this.#words.unitOf(text, at)
      if (left >= 0 && (right >= 0 || at >= minPartLength)) this.#findHolders(word, left, 1, found)
      if (right >= 0 && (left >= 0 || text.length - at >= minPartLength)) this.#findHolders(word, right, -1, found)
    }
    return found
  }

  /** Of the names that hold `part`, those in which the words that follow it (`step` 1) or lead to it make up `word`. */
  #findHolders(word: SpelledWord, part: number, step: 1 | -1, found: number[]): void {
    if (this.#postings.isEmpty(part)) return
    const divided = new DividedWord(word, part, step, this.#words)
    this.#postings.forEach(part, (name) => {
      if (divided.isIn(name, this.#names)) found.push(name)
    })
  }

  /** Names that write a word of a consonantal script apart: those that hold words near both of its parts. */
  #addScriptParts(text: string, kind: NameKind): void {
    for (let at = 4; at <= text.length - 3; at++) {
      const left = this.#words.neighbours(text.slice(0, at), kind)
      if (left.units.length === 0) continue
      const rest = text.slice(at)
      const withoutArticle = rest.startsWith('al') && rest.length >= 4 ? rest.slice(2) : rest
      const right = this.#words.neighbours(marked(wordMark.consonantal, withoutArticle), kind)
      if (right.units.length === 0) continue
      this.#candidates.beginPair()
      this.#eachNear(left, (name) => this.#candidates.markFirst(name))
      this.#eachNear(right, (name) => this.#candidates.addIfMarked(name))
    }
  }

  #eachNear({ units, similarities }: Neighbours, visit: (name: number) => void): void {
    for (let n = 0; n < units.length; n++)
      if (similarities[n]! >= minPartSimilarity) this.#postings.forEach(units[n]!, visit)
  }
}

/** Whether two neighbouring tokens may be one word elsewhere: one of them carries the name. */
const mayJoin = (one: PreparedToken, other: PreparedToken): boolean =>
  (one.role === role.name || other.role === role.name) && isWord(one) && isWord(other)

const isWord = (token: PreparedToken): boolean => token.role !== role.initial && token.role !== role.legal
