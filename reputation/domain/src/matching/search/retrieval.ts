import { beginsLatin, marked, markOf, wordMark } from '../scripts/word-mark.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
/**
 * Which listed names a query may match. Names that divide its letters into words otherwise are looked for first, each by
 * itself. Then the postings of the words near its tokens bring names in, the rarest token first, where what a name lacks
 * can still be made good. The names so found are told of their words near the commoner tokens.
 */

import { hashText } from '../../hashing/hashing.ts'
import { joinSurfaces, longPart } from '../compare/join-rules.ts'
import { settings } from '../compare/score-settings.ts'
import { type ListedNames, SoughtApart } from '../index/listed-names.ts'
import type { Sections } from '../index/sections.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { Remembered } from '../index/word-cache.ts'
import { longestWord } from '../spelling/signs.ts'
import { type Spelt, spell } from '../spelling/word-similarity.ts'
import { mostTokens, role } from '../tokens/analyse.ts'
import { Candidates, type Reached } from './candidates.ts'
import type { PreparedQuery, PreparedToken } from './prepared-query.ts'
import { type AskedToken, askedTokens, creators } from './query-terms.ts'
import { surplusSlack, Worth } from './score-bound.ts'

/** Parts of a word of a consonantal script are near when the whole is near enough to be glued. */
const nearPart = 0.9

/** Shorter words are not looked for in several words of a name. */
const shortestDivided = 6

/** As how many listed words a word may be written. */
const mostGlued = 3

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
  everyName(kind: NameKind): Reached[] {
    const length = this.#kindStart[kind + 1]! - this.#kindStart[kind]!
    return Array.from({ length }, (_, i) => ({ name: this.#kindStart[kind]! + i, bound: 1 }))
  }

  /** The names that may reach `threshold`: all that would and few that would not, the likeliest first. */
  retrieve(query: PreparedQuery, threshold: number, names: ListedNames): Reached[] {
    const { kind, tokens } = query
    const candidates = this.#candidates
    candidates.start(this.#kindStart[kind]!, this.#kindStart[kind + 1]!)
    const worth = new Worth(query, threshold, this.#words)
    const asked = askedTokens(query, worth, this.#words, this.#postingStart)
    for (const { token, i } of asked) {
      candidates.beginGlued(1 << i, token.weight, mostGlued)
      if (kind === nameKind.person && markOf(token.text) === wordMark.consonantal && token.text.length > 5)
        this.#addScriptParts(token.text, kind)
      else if (token.text.length >= shortestDivided && beginsLatin(token.text)) this.#addDivided(token.text, names)
    }
    this.#addGlued(tokens, names)
    this.#addWhole(tokens)
    const all = asked.reduce((bits, { i }) => bits | (1 << i), 0)
    candidates.eachTouched(0, (name) => names.tellNear(name, all, worth, candidates))
    this.#addNear(asked, query, worth, names)
    return candidates.reaching(worth, tokens, kind, names)
  }

  /** Adds the names that hold words near the tokens one by one, the rarest token first. */
  #addNear(asked: readonly AskedToken[], query: PreparedQuery, worth: Worth, names: ListedNames): void {
    const candidates = this.#candidates
    const glued = candidates.count
    const from = this.#kindStart[query.kind]!
    const to = this.#kindStart[query.kind + 1]!
    const initialsEnd = query.kind === nameKind.person ? this.#personsWithInitial : from
    const { ofAll, ofInitials } = creators(asked, query, worth)
    const initial = query.kind === nameKind.person ? settings.initialWeight * (1 - worth.threshold) : 0
    const most = asked.reduce((sum, { surplus }) => sum + Math.max(surplus, initial), worth.surplusBesides)
    const later = { agreed: worth.besides, surplus: worth.surplusBesides }
    for (const { agreed, surplus } of asked) {
      later.agreed += agreed
      later.surplus += surplus
    }
    let lacking = 0
    for (const [rank, { i, near, agreed, surplus }] of asked.slice(0, ofInitials).entries()) {
      later.agreed -= agreed
      later.surplus -= surplus
      const others = most - Math.max(surplus, initial)
      candidates.beginToken(1 << i)
      for (const word of near) {
        // A word that the others, at their best, could not lift to the threshold says nothing.
        if (word.surplus + others < -surplusSlack) continue
        candidates.add(this.#postings, word, from, initialsEnd, true)
        if (rank >= ofAll) continue
        // A name that no earlier token brought in lacks them all, if it has no initial to answer them by.
        const cost = worth.cost(word.agreed + later.agreed, lacking)
        const creates = word.surplus + later.surplus - cost >= -surplusSlack
        candidates.add(this.#postings, word, initialsEnd, to, creates)
      }
      lacking += worth.leftover(1 << i)
    }
    this.#tellOfRest(asked, ofAll, glued, worth, names)
  }

  /** Tells the names that the rarer tokens brought in of their words near the commoner ones. */
  #tellOfRest(asked: readonly AskedToken[], ofAll: number, glued: number, worth: Worth, names: ListedNames): void {
    const candidates = this.#candidates
    const rest = asked.slice(ofAll)
    if (rest.length === 0) return
    const bits = rest.reduce((sum, { i }) => sum | (1 << i), 0)
    const heard = asked.slice(0, ofAll).reduce((sum, { i }) => sum | (1 << i), 0)
    const agreed = rest.reduce((sum, token) => sum + token.agreed, worth.besides)
    const surplus = rest.reduce((sum, token) => sum + token.surplus, worth.surplusBesides)
    candidates.eachTouched(glued, (name, known) => {
      const unknown = bits & ~known
      if (unknown === 0) return
      if (!names.hasInitial(name)) {
        const cost = worth.cost(candidates.agreedOf(name) + agreed, worth.leftover(heard & ~known))
        if (candidates.surplusOf(name) + surplus - cost < -surplusSlack) return
      }
      names.tellNear(name, unknown, worth, candidates)
    })
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
  #addScriptParts(text: string, kind: NameKind): void {
    for (let at = 4; at <= text.length - 3; at++) {
      const left = this.#words.neighbours(text.slice(0, at), kind)
      if (left.units.length === 0) continue
      const rest = text.slice(at)
      const other = rest.startsWith('al') && rest.length >= 4 ? rest.slice(2) : rest
      const right = this.#words.neighbours(marked(wordMark.consonantal, other), kind)
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
      if (text.length <= longestWord) for (const unit of this.#words.nearlySame(text)) this.#addUnit(unit)
      if (beginsLatin(text)) this.#addDivided(text, names, one.surface.length)
      const third = tokens[i + 2]
      if (!third || other.role !== role.particle) continue
      this.#candidates.beginGlued((1 << i) | (1 << next) | (1 << (i + 2)), weight + third.weight, 1)
      const three = joinSurfaces([one.surface, other.surface, third.surface])
      if (markOf(three) === wordMark.consonantal) for (const unit of this.#words.nearlySame(three)) this.#addUnit(unit)
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
