import { markOf, wordMark } from '../scripts/word-mark.ts'
/** The listed names of an open index as the second half of a comparison. */

import { leastGlued } from '../compare/join-rules.ts'
import { Pair, pairCell } from '../compare/pair.ts'
import { scorePair } from '../compare/pair-score.ts'
import { leftoverShare } from '../compare/score-settings.ts'
import type { Finding } from '../screening.ts'
import type { Candidates } from '../search/candidates.ts'
import type { PreparedQuery } from '../search/prepared-query.ts'
import type { Worth } from '../search/score-bound.ts'
import { type Spelt, similarityToLetters } from '../spelling/word-similarity.ts'
import { longestName } from '../text/words.ts'
import { mostTokens, role } from '../tokens/analyse.ts'
import type { Sections } from './sections.ts'
import { ListedTokens } from './token-table.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Bits of `nameFlags`. */
export const nameFlag = { weak: 1, primary: 2, initial: 4 } as const

/** A weak alias alone should stop nobody: its score ends here. */
const weakAliasCap = 0.92

export class ListedNames {
  /** Per name, the weight of its words when nothing answers to them. */
  readonly leftover: Float32Array
  readonly #words: Vocabulary
  readonly #start: Uint32Array
  readonly #entry: Uint32Array
  readonly #ordinal: Uint32Array
  readonly #flags: Uint8Array
  readonly #tokens: ListedTokens
  readonly #pair = new Pair()
  /**
   * For the units near the query: the first link of a chain of (token, similarity). Links are numbered on from query to
   * query, so that those of earlier ones are told by their numbers.
   */
  readonly #chainHead: Int32Array
  #unchained: PreparedQuery | undefined
  #chainStart = 0
  #chainEnd = 0
  #chainNext = new Int32Array(1024)
  #chainToken = new Uint8Array(1024)
  #chainSimilarity = new Float32Array(1024)
  #chainTranslated = new Uint8Array(1024)
  #first = 0
  /** The most that the words of a name may add for each token of the query. */
  readonly #agreed = new Float32Array(mostTokens)
  readonly #taken = new Float32Array(mostTokens)
  readonly #surplus = new Float32Array(mostTokens)

  constructor(words: Vocabulary, sections: Sections) {
    const { about, u8, u32, f32 } = sections
    this.#words = words
    this.#start = u32('nameStart')
    this.#entry = u32('nameEntry')
    this.#ordinal = u32('nameOrdinal')
    this.#flags = u8('nameFlags')
    this.#tokens = new ListedTokens(sections)
    this.leftover = f32('nameLeftover')
    this.#chainHead = new Int32Array(Number(about.units)).fill(-1)
    this.#pair.listedText = (j) => words.textOf(this.#tokens.unit(this.#first + j))
    this.#pair.listedSurface = (j) => words.textOf(this.#tokens.surface(this.#first + j))
  }

  entryOf(name: number): number {
    return this.#entry[name]!
  }

  /** Position of the name among the names of its entry. */
  ordinalOf(name: number): number {
    return this.#ordinal[name]!
  }

  readonly hasInitial = (name: number): boolean => (this.#flags[name]! & nameFlag.initial) !== 0

  /**
   * Whether the name holds the part that `sought` begins with and, next to it, the words that make up the rest: exactly,
   * or nearly enough to be glued.
   */
  writesApart(name: number, sought: SoughtApart): boolean {
    const tokens = this.#tokens
    const first = this.#start[name]!
    const count = this.#start[name + 1]! - first
    for (let j = 0; j < count; j++) {
      const surface = tokens.surface(first + j)
      if (surface !== sought.part && tokens.unit(first + j) !== sought.part) continue
      let length = tokens.length(first + j)
      for (let run = 1; run <= 2 && run < count; run++) {
        const next = first + ((j + sought.step * run + count) % count)
        length += tokens.length(next)
        if (Math.abs(length - sought.length) > 2) continue
        const between = run === 1 ? -1 : tokens.surface(first + ((j + sought.step + count) % count))
        if (sought.isMadeOf(surface, between, tokens.surface(next), this.#words)) return true
      }
    }
    return false
  }

  /** Of two names that score the same, the primary one is shown, else the one that stands first. */
  prefers(name: number, other: number): boolean {
    const primary = (this.#flags[name]! & nameFlag.primary) - (this.#flags[other]! & nameFlag.primary)
    return primary !== 0 ? primary > 0 : this.#ordinal[name]! < this.#ordinal[other]!
  }

  /** Makes `query` the one that `score` compares with. */
  ask(query: PreparedQuery): void {
    fillQuery(this.#pair, query)
    this.#unchained = query
  }

  /** Chains what is near the query's tokens; put off until a name is looked at, for most queries meet none of a kind. */
  #chain({ tokens }: PreparedQuery): void {
    this.#unchained = undefined
    if (this.#chainEnd > 1 << 30) {
      this.#chainHead.fill(-1)
      this.#chainEnd = 0
    }
    this.#chainStart = this.#chainEnd
    let links = 0
    for (const { neighbours } of tokens) links += neighbours.units.length
    this.#makeRoom(links)
    let link = 0
    for (let i = 0; i < tokens.length; i++) {
      const { units, similarities, translated } = tokens[i]!.neighbours
      for (let n = 0; n < units.length; n++, link++) {
        const unit = units[n]!
        this.#chainNext[link] = this.#chainHead[unit]!
        this.#chainHead[unit] = this.#chainStart + link
        this.#chainToken[link] = i
        this.#chainSimilarity[link] = similarities[n]!
        this.#chainTranslated[link] = translated[n]!
      }
    }
    this.#chainEnd = this.#chainStart + links
  }

  #makeRoom(links: number): void {
    if (links <= this.#chainNext.length) return
    const room = 2 * links
    this.#chainNext = new Int32Array(room)
    this.#chainToken = new Uint8Array(room)
    this.#chainSimilarity = new Float32Array(room)
    this.#chainTranslated = new Uint8Array(room)
  }

  /** Tells `candidates` of the words of the name that are near the query tokens in `bits`, which it has not heard of. */
  tellNear(name: number, bits: number, worth: Worth, candidates: Candidates): void {
    if (this.#unchained) this.#chain(this.#unchained)
    const { queryWeight } = this.#pair
    const end = this.#start[name + 1]!
    let met = 0
    for (let at = this.#start[name]!; at < end; at++) {
      const unit = this.#tokens.unit(at)
      for (let head = this.#chainHead[unit]!; head >= this.#chainStart; ) {
        const link = head - this.#chainStart
        head = this.#chainNext[link]!
        const i = this.#chainToken[link]!
        if ((bits & (1 << i)) === 0) continue
        const taken = this.#tokens.weight(at)
        const shared = (queryWeight[i]! + taken) / 2
        const value = worth.raised(this.#chainSimilarity[link]!)
        const surplus = worth.surplus(i, unit, shared, value)
        const isFirst = (met & (1 << i)) === 0
        met |= 1 << i
        if (isFirst || shared * value > this.#agreed[i]!) this.#agreed[i] = shared * value
        if (isFirst || taken > this.#taken[i]!) this.#taken[i] = taken
        if (isFirst || surplus > this.#surplus[i]!) this.#surplus[i] = surplus
      }
    }
    for (let i = 0; met >>> i !== 0; i++)
      if ((met & (1 << i)) !== 0) candidates.tell(name, 1 << i, this.#agreed[i]!, this.#taken[i]!, this.#surplus[i]!)
  }

  /** Score of listed name `name` against the query, its alias strength included. */
  score(name: number, findings?: Finding[]): number {
    if (this.#unchained) this.#chain(this.#unchained)
    const pair = this.#pair
    const tokens = this.#tokens
    const first = this.#start[name]!
    const count = this.#start[name + 1]! - first
    this.#first = first
    pair.listedCount = count
    for (let i = 0; i < pair.queryCount; i++) {
      const row = i * mostTokens
      for (let cell = row; cell < row + count; cell++) {
        pair.similarity[cell] = 0
        pair.translated[cell] = 0
      }
    }
    for (let j = 0; j < count; j++) {
      const listedRole = tokens.role(first + j)
      pair.listedRole[j] = listedRole
      pair.listedMark[j] = tokens.mark(first + j)
      pair.listedLength[j] = tokens.length(first + j)
      pair.listedWeight[j] = tokens.weight(first + j)
      for (let head = this.#chainHead[tokens.unit(first + j)]!; head >= this.#chainStart; ) {
        const link = head - this.#chainStart
        head = this.#chainNext[link]!
        const i = this.#chainToken[link]!
        const value = this.#chainSimilarity[link]!
        if (value !== 1 && !comparable(pair.queryRole[i]!, listedRole)) continue
        pair.similarity[pairCell(i, j)] = value
        pair.translated[pairCell(i, j)] = this.#chainTranslated[link]!
      }
    }
    const score = scorePair(pair, findings)
    if (score <= weakAliasCap || (this.#flags[name]! & nameFlag.weak) === 0) return score
    findings?.push({ rule: 'weak-alias', factor: weakAliasCap / score })
    return weakAliasCap
  }
}

/** A word that names may write apart, one of its parts, and where the rest stands: behind the part (1) or before it. */
export class SoughtApart {
  readonly length: number
  readonly part: number
  readonly step: 1 | -1
  readonly #word: Spelt
  /** Many names go on in the same way: what was found of each way. */
  readonly #judged = new Map<number, boolean>()

  constructor(word: Spelt, part: number, step: 1 | -1) {
    this.#word = word
    this.length = word.text.length
    this.part = part
    this.step = step
  }

  /** Whether the listed words `part`, `between` (-1: none) and `next`, in this direction, make up the text. */
  isMadeOf(part: number, between: number, next: number, words: Vocabulary): boolean {
    if (between >= 0 || part !== this.part) return this.#make(part, between, next, words)
    const known = this.#judged.get(next)
    if (known !== undefined) return known
    const made = this.#make(part, between, next, words)
    this.#judged.set(next, made)
    return made
  }

  #make(part: number, between: number, next: number, words: Vocabulary): boolean {
    let length = words.copyText(this.step > 0 ? part : next, letters, 0)
    if (between >= 0) length = words.copyText(between, letters, length)
    length = words.copyText(this.step > 0 ? next : part, letters, length)
    const least = leastGlued(wordMark.none, false)
    return this.#isWritten(length) || similarityToLetters(this.#word, letters, length, least) >= least
  }

  /** Whether the first `length` of the letters are the text. */
  #isWritten(length: number): boolean {
    if (length !== this.length) return false
    for (let i = 0; i < length; i++) if (letters[i] !== this.#word.text.charCodeAt(i)) return false
    return true
  }
}

/** Room for the letters of a word that is a little longer than the longest that is looked for. */
const letters = new Uint8Array(longestName + 8)

/** Words are compared by spelling only where both carry the name. */
export const comparable = (one: number, other: number): boolean => one === role.name && other === role.name

/** Writes the query's half of a pair. */
export function fillQuery(pair: Pair, { kind, tokens }: PreparedQuery): void {
  pair.kind = kind
  pair.queryCount = tokens.length
  pair.queryText = (i) => tokens[i]!.text
  pair.querySurface = (i) => tokens[i]!.surface
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    pair.queryRole[i] = token.role
    pair.queryWeight[i] = token.weight
    pair.queryMark[i] = markOf(token.text)
    pair.queryLength[i] = token.surface.length
  }
}

/** Weight of a listed name's words when nothing answers to them, as the index stores it. */
export function leftoverOf(roles: Uint8Array, text: (j: number) => string, weight: (j: number) => number): number {
  let sum = 0
  for (let j = 0; j < roles.length; j++)
    if (roles[j] === role.name) sum += weight(j) * leftoverShare(text, roles, roles.length, j)
  return sum
}
