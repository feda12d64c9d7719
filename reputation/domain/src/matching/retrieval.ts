/**
 * Which listed names a query may match. The postings of the words near its tokens bring the names in, the rarest token
 * first; once what is left of the query cannot reach the threshold alone, names that the rarer tokens did not bring in
 * are passed over. Names that divide the letters into words otherwise are looked for by themselves.
 */
import { type Kind, mostTokens, role } from './analysis.ts'
import { bound, Candidates, holdsSyllable, type Reached, weightBesides } from './candidates.ts'
import { joinSurfaces, longPart } from './glued.ts'
import { hashText } from './hash-text.ts'
import { type ListedNames, SoughtApart } from './listed-names.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import { Remembered } from './remembered.ts'
import { powerOfQuery, settings } from './score-settings.ts'
import type { Sections } from './sections.ts'
import { type Spelt, spell } from './similarity.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Parts of a word of a consonantal script are near when the whole is near enough to be glued. */
const nearPart = 0.9

/** Postings of one listed word near a token, and the weights that it may add. */
type NearWord = { start: number; end: number; agreed: number; taken: number }
/** A token that finds names; `agreed` is the most that one of its near words may add. */
type AskedToken = { token: PreparedToken; i: number; near: NearWord[]; postings: number; agreed: number }

/** Looking at the words of a name takes about as long as looking at so many postings. */
const postingsForName = 3

/** As how many listed words a word may be written. */
const mostGlued = 3

const isLatin = (text: string): boolean => text.charCodeAt(0) >= 97 && text.charCodeAt(0) <= 122

export class Retrieval {
  readonly #words: Vocabulary
  readonly #postingStart: Uint32Array
  readonly #postings: Uint32Array
  readonly #kindStart: Uint32Array
  /** Names of persons that hold an initial stand first: where they end. */
  readonly #personsWithInitial: number
  readonly #wholeHash: Uint32Array
  readonly #wholeName: Uint32Array
  readonly #candidates: Candidates
  readonly #divided = new Remembered<readonly number[]>()

  constructor(words: Vocabulary, { about, u32 }: Sections) {
    this.#words = words
    this.#postingStart = u32('postingStart')
    this.#postings = u32('postings')
    this.#kindStart = u32('kindStart')
    this.#personsWithInitial = Number(about.personsWithInitial)
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
  retrieve(query: PreparedQuery, threshold: number, names: ListedNames): Reached[] {
    const { kind, tokens } = query
    const candidates = this.#candidates
    const from = this.#kindStart[kind]!
    const to = this.#kindStart[kind + 1]!
    candidates.start(from, to)
    const asked = this.#askedTokens(query)
    // Glued words first: what they bring in is then told of all its near words, the commoner ones too.
    for (const { token, i } of asked) {
      candidates.beginGlued(1 << i, token.weight, mostGlued)
      if (kind === 0 && token.text.charCodeAt(0) === 37 && token.text.length > 5) this.#addScriptParts(token.text, kind)
      else if (token.text.length >= 6 && isLatin(token.text)) this.#addDivided(token.text, names)
    }
    this.#addGlued(tokens, names)
    this.#addWhole(tokens)
    const creators = this.#creators(asked, query, threshold)
    for (const { i, near } of asked.slice(0, creators.ofAll)) {
      candidates.beginToken(1 << i, true)
      this.#addNear(near, from, to)
    }
    for (const { i, near } of asked.slice(creators.ofAll, creators.ofInitials)) {
      candidates.beginToken(1 << i, true)
      this.#addNear(near, from, this.#personsWithInitial)
    }
    this.#tellOfRest(asked.slice(creators.ofAll), creators.ofInitials - creators.ofAll, query, names)
    return candidates.reaching(threshold, tokens, kind, names)
  }

  /** The tokens that find names, the rarest first, each with the postings of its neighbours. */
  #askedTokens({ kind, tokens }: PreparedQuery): AskedToken[] {
    const power = powerOfQuery(kind, tokens)
    const hasName = tokens.some((token) => token.role === role.name)
    const asked: AskedToken[] = []
    for (const [i, token] of tokens.entries()) {
      if (token.role !== role.name && hasName) continue
      const near = this.#nearOf(token, kind, power)
      const postings = near.reduce((sum, { start, end }) => sum + end - start, 0)
      asked.push({ token, i, near, postings, agreed: near.reduce((most, { agreed }) => Math.max(most, agreed), 0) })
    }
    return asked.sort((one, other) => one.postings - other.postings || one.i - other.i)
  }

  #nearOf({ neighbours, weight }: PreparedToken, kind: Kind, power: number): NearWord[] {
    const near: NearWord[] = []
    for (let n = 0; n < neighbours.units.length; n++) {
      const unit = neighbours.units[n]!
      const [start, end] = [this.#postingStart[unit]!, this.#postingStart[unit + 1]!]
      const taken = this.#words.weight(unit, kind)
      if (end > start)
        near.push({ start, end, taken, agreed: ((weight + taken) / 2) * neighbours.similarities[n]! ** power })
    }
    return near
  }

  #addNear(near: readonly NearWord[], from: number, to: number): void {
    for (const { start, end, agreed, taken } of near)
      this.#candidates.add(this.#postings, start, end, from, to, agreed, taken)
  }

  /**
   * Of the commoner tokens, what they add to the names that are there already: by their postings, or by the words of
   * the names where these are fewer. Of the first `told`, the names with initials know already.
   */
  #tellOfRest(rest: readonly AskedToken[], told: number, query: PreparedQuery, names: ListedNames): void {
    const candidates = this.#candidates
    const { kind, tokens } = query
    const postings = rest.reduce((sum, token) => sum + token.postings, 0)
    if (postings > candidates.count * postingsForName) {
      const bits = rest.reduce((sum, { i }) => sum | (1 << i), 0)
      const power = powerOfQuery(kind, tokens)
      candidates.eachTouched((name, known) => {
        if ((bits & ~known) !== 0) names.tellNear(name, bits & ~known, power, candidates)
      })
      return
    }
    for (const [rank, { i, near }] of rest.entries()) {
      candidates.beginToken(1 << i, false)
      this.#addNear(near, rank < told ? this.#personsWithInitial : this.#kindStart[kind]!, this.#kindStart[kind + 1]!)
    }
  }

  /**
   * How many of the tokens, the rarest first, may bring in names: a name that none of them holds has only the later
   * ones to agree with, and would lack all the earlier ones. A name with an initial may answer a word by a letter: such
   * names are brought in by more tokens.
   */
  #creators(
    asked: readonly AskedToken[],
    { kind, tokens }: PreparedQuery,
    threshold: number,
  ): { ofAll: number; ofInitials: number } {
    const all = { ofAll: asked.length, ofInitials: asked.length }
    // With initials about, a word may be answered by a letter: then nothing is known to lack.
    if (tokens.some((token) => token.role === role.initial)) return all
    if (kind === 0 && threshold <= settings.onlyInitials) return all
    // One word of several is never enough for a person.
    const ofInitials = kind === 0 ? Math.max(1, asked.length - 1) : 0
    const syllabic = holdsSyllable(tokens)
    const besides = weightBesides(tokens)
    for (let rank = 1; rank < asked.length; rank++) {
      const agreed = asked.slice(rank).reduce((sum, token) => sum + token.agreed, besides)
      const lacking = asked.slice(0, rank).reduce((sum, { token }) => sum + token.leftover, 0)
      if (rank === ofInitials || bound(kind, agreed, lacking, 0, syllabic) < threshold - 1e-4)
        return { ofAll: rank, ofInitials: Math.max(rank, ofInitials) }
    }
    return all
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
