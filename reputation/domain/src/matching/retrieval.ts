/**
 * Which listed names a query may match. The postings of the words near its tokens bring the names in, the rarest token
 * first; once what is left of the query cannot reach the threshold alone, names that the rarer tokens did not bring in
 * are passed over. Names that divide the letters into words otherwise are looked for by themselves.
 */
import { type Kind, mostTokens, role } from './analysis.ts'
import { bound, Candidates, type Reached } from './candidates.ts'
import { joinSurfaces, longPart } from './glued.ts'
import { hashText } from './hash-text.ts'
import { type ListedNames, SoughtApart } from './listed-names.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import { Remembered } from './remembered.ts'
import { powerOfQuery, settings } from './score-settings.ts'
import type { Sections } from './sections.ts'
import { type Spelt, spell } from './similarity.ts'
import type { Neighbours, Vocabulary } from './vocabulary.ts'

/** Parts of a word of a consonantal script are near when the whole is near enough to be glued. */
const nearPart = 0.9

/** As how many listed words a word may be written. */
const mostGlued = 3

const isLatin = (text: string): boolean => text.charCodeAt(0) >= 97 && text.charCodeAt(0) <= 122

export class Retrieval {
  readonly #words: Vocabulary
  readonly #postingStart: Uint32Array
  readonly #postings: Uint32Array
  readonly #kindStart: Uint32Array
  readonly #wholeHash: Uint32Array
  readonly #wholeName: Uint32Array
  readonly #candidates: Candidates
  readonly #divided = new Remembered<readonly number[]>()

  constructor(words: Vocabulary, { about, u32 }: Sections) {
    this.#words = words
    this.#postingStart = u32('postingStart')
    this.#postings = u32('postings')
    this.#kindStart = u32('kindStart')
    this.#wholeHash = u32('wholeHash')
    this.#wholeName = u32('wholeName')
    this.#candidates = new Candidates(Number(about.names))
  }

  /** Every name of the kind, for a comparison with all. */
  everyName(kind: Kind): Reached[] {
    const length = this.#kindStart[kind + 1]! - this.#kindStart[kind]!
    return Array.from({ length }, (_, i) => ({ name: this.#kindStart[kind]! + i, bound: 1 }))
  }

  /** The names that may reach `threshold`: all that would and few that would not, the likeliest first. */
  retrieve({ kind, tokens }: PreparedQuery, threshold: number, names: ListedNames): Reached[] {
    const candidates = this.#candidates
    candidates.start(this.#kindStart[kind]!, this.#kindStart[kind + 1]!)
    const power = powerOfQuery(kind, tokens)
    const hasName = tokens.some((token) => token.role === role.name)
    const asked = tokens
      .map((token, i) => ({ token, i, postings: this.#postingsOf(token.neighbours) }))
      .filter(({ token }) => token.role === role.name || !hasName)
      .sort((one, other) => one.postings - other.postings || one.i - other.i)
    const creates = this.#creators(
      asked.map(({ token }) => token),
      tokens,
      kind,
      threshold,
    )
    // Glued words first: what they bring in is then told of all its near words, the commoner ones too.
    for (const { token, i } of asked) {
      candidates.beginGlued(1 << i, token.weight, mostGlued)
      if (kind === 0 && token.text.charCodeAt(0) === 37 && token.text.length > 5) this.#addScriptParts(token.text, kind)
      else if (token.text.length >= 6 && isLatin(token.text)) this.#addDivided(token.text, names)
    }
    this.#addGlued(tokens, names)
    this.#addWhole(tokens)
    for (const [rank, { token, i }] of asked.entries()) {
      candidates.beginToken(1 << i, rank < creates)
      this.#addNeighbours(token.neighbours, token.weight, kind, power)
    }
    return candidates.reaching(threshold, tokens, kind, names)
  }

  /**
   * How many of the tokens, the rarest first, may bring in names: a name that none of them holds has only the later
   * ones to agree with, and would lack all the earlier ones.
   */
  #creators(asked: readonly PreparedToken[], tokens: readonly PreparedToken[], kind: Kind, threshold: number): number {
    // With initials about, a word may be answered by a letter: then nothing is known to lack.
    if (tokens.some((token) => token.role === role.initial)) return asked.length
    if (kind === 0 && threshold <= settings.onlyInitials) return asked.length
    const besides = tokens.reduce(
      (sum, token) => (token.role === role.name || token.role === role.legal ? sum : sum + token.weight),
      0,
    )
    for (let rank = 1; rank < asked.length; rank++) {
      if (kind === 0 && rank === asked.length - 1) return rank // one word of several is never enough for a person
      if (kind === 0) continue
      const agreed = asked.slice(rank).reduce((sum, token) => sum + (token.weight + 1) / 2, besides)
      const lacking = asked.slice(0, rank).reduce((sum, token) => sum + token.leftover, 0)
      if (bound(kind, agreed, lacking, 0, false) < threshold - 1e-4) return rank
    }
    return asked.length
  }

  #postingsOf(neighbours: Neighbours): number {
    let sum = 0
    for (const unit of neighbours.units) sum += this.#postingStart[unit + 1]! - this.#postingStart[unit]!
    return sum
  }

  #addNeighbours(neighbours: Neighbours, weight: number, kind: Kind, power: number): void {
    for (let n = 0; n < neighbours.units.length; n++) {
      const unit = neighbours.units[n]!
      const listedWeight = this.#words.weight(unit, kind)
      const agreed = ((weight + listedWeight) / 2) * neighbours.similarities[n]! ** power
      this.#candidates.add(
        this.#postings,
        this.#postingStart[unit]!,
        this.#postingStart[unit + 1]!,
        agreed,
        listedWeight,
      )
    }
  }

  /** Names that write `text` as two or three words, divided elsewhere than at `known`, where the query divides it. */
  #addDivided(text: string, names: ListedNames, known = 0): void {
    for (const name of this.#divided.recall(`${text} ${known}`, () => this.#findDivided(text, names, known)))
      this.#candidates.addGlued(name)
  }

  /** Found by a part of the text that is listed, then looked at. */
  #findDivided(text: string, names: ListedNames, known: number): number[] {
    const found: number[] = []
    const word = spell(text)
    for (let at = 2; at <= text.length - 2; at++) {
      if (at === known) continue
      const left = this.#words.unitOf(text, 0, at)
      const right = this.#words.unitOf(text, at)
      if (left >= 0 && (right >= 0 || at >= longPart)) this.#findHolders(left, word, 1, names, found)
      if (right >= 0 && (left >= 0 || text.length - at >= longPart)) this.#findHolders(right, word, -1, names, found)
    }
    return found
  }

  /** Of the names that hold `part`, those in which the words that follow it (`step` 1) or lead to it make up `word`. */
  #findHolders(part: number, word: Spelt, step: 1 | -1, names: ListedNames, found: number[]): void {
    const end = this.#postingStart[part + 1]!
    let at = this.#postingStart[part]!
    if (at === end) return
    const sought = new SoughtApart(word, part, step)
    for (; at < end; at++) {
      const name = this.#postings[at]!
      if (names.writesApart(name, sought)) found.push(name)
    }
  }

  #addUnit(unit: number): void {
    const end = this.#postingStart[unit + 1]!
    for (let at = this.#postingStart[unit]!; at < end; at++) this.#candidates.addGlued(this.#postings[at]!)
  }

  /** Names that write a word of a consonantal script apart: those that hold words near both of its parts. */
  #addScriptParts(text: string, kind: Kind): void {
    for (let at = 4; at <= text.length - 3; at++) {
      const left = this.#words.neighbours(text.slice(0, at), kind)
      if (left.units.length === 0) continue
      const rest = text.slice(at)
      const right = this.#words.neighbours(`%${rest.startsWith('al') && rest.length >= 4 ? rest.slice(2) : rest}`, kind)
      if (right.units.length === 0) continue
      this.#candidates.beginPair()
      for (let n = 0; n < left.units.length; n++)
        if (left.similarities[n]! >= nearPart)
          this.#eachName(left.units[n]!, (name) => this.#candidates.markFirst(name))
      for (let n = 0; n < right.units.length; n++)
        if (right.similarities[n]! >= nearPart)
          this.#eachName(right.units[n]!, (name) => this.#candidates.addIfMarked(name))
    }
  }

  #eachName(unit: number, visit: (name: number) => void): void {
    const end = this.#postingStart[unit + 1]!
    for (let at = this.#postingStart[unit]!; at < end; at++) visit(this.#postings[at]!)
  }

  /** Names that write neighbouring tokens as one word, or divide them elsewhere. */
  #addGlued(tokens: readonly PreparedToken[], names: ListedNames): void {
    const count = tokens.length
    for (let i = 0; i + 1 < count; i++) {
      const next = i + 1
      const [one, other] = [tokens[i]!, tokens[next]!]
      if (
        one.role === role.initial ||
        other.role === role.initial ||
        one.role === role.legal ||
        other.role === role.legal
      )
        continue
      if (one.role !== role.name && other.role !== role.name) continue
      const text = joinSurfaces([one.surface, other.surface])
      const weight = one.weight + other.weight
      this.#candidates.beginGlued((1 << i) | (1 << next), weight, 2)
      for (const unit of this.#words.nearlySame(text)) this.#addUnit(unit)
      if (isLatin(text)) this.#addDivided(text, names, one.surface.length)
      const third = tokens[i + 2]
      if (!third || other.role !== role.particle) continue
      this.#candidates.beginGlued((1 << i) | (1 << next) | (1 << (i + 2)), weight + third.weight, 1)
      const three = joinSurfaces([one.surface, other.surface, third.surface])
      if (three.charCodeAt(0) === 37) for (const unit of this.#words.nearlySame(three)) this.#addUnit(unit)
      else if (this.#words.unitOf(three) >= 0) this.#addUnit(this.#words.unitOf(three))
    }
  }

  /** Names that are the query's letters with the spaces elsewhere. */
  #addWhole(tokens: readonly PreparedToken[]): void {
    const hash = hashText(tokens.map((token) => token.surface).join(''))
    let low = 0
    let high = this.#wholeHash.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#wholeHash[middle]! < hash) low = middle + 1
      else high = middle
    }
    let end = low
    while (this.#wholeHash[end] === hash) end++
    const weight = tokens.reduce((sum, token) => sum + token.weight, 0)
    this.#candidates.beginGlued((1 << tokens.length) - 1, weight, mostTokens)
    for (let at = low; at < end; at++) this.#candidates.addGlued(this.#wholeName[at]!)
  }
}
