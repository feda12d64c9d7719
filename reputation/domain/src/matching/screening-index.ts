/**
 * Screening against a compiled index.
 *
 * A query's tokens find their **neighbours**: the tokens of listed names that are spelt, sounded or written nearly alike.
 * The postings of the neighbours name the **candidates**, each with an upper bound of the score that it could reach.
 * Only those whose bound reaches the threshold are compared in full (`pair-score.ts`). The bound never lies below the
 * score, so nothing is lost that a comparison with every name would find.
 */
import { type EntryType, entryTypes, type ListEntry, listIds } from '../lists/entry.ts'
import { analyse, type Kind, kindOf, mostTokens, role, type Token } from './analysis.ts'
import { nameFlag } from './compile-index.ts'

export { compileIndex } from './compile-index.ts'

import { birthFactor } from './date-of-birth.ts'
import { hashText } from './hash-text.ts'
import { keysOf } from './keys.ts'
import { leftoverRate, Pair, pairCell, scorePair, settings } from './pair-score.ts'
import type { Finding, ScreeningIndex, ScreeningMatch, ScreeningQuery } from './screening.ts'
import { readSections } from './sections.ts'
import { type Spelt, spell, wordSimilarity } from './similarity.ts'
import { nicknameGroup } from './tables/person-words.ts'
import { Translations } from './translations.ts'
import { leastWordWeight } from './word-weight.ts'

/** A weak alias alone should stop nobody: its score ends here. */
export const weakAliasCap = 0.92
/** Factor when the list names countries and the queried one is not among them. */
const otherCountry = 0.95

/** Opens the bytes that `compileIndex` made. Throws `RangeError` when they are damaged. */
export function openIndex(bytes: Uint8Array): ScreeningIndex {
  return new OpenIndex(bytes)
}

/** Units near one word with their similarity, nearest first; `translated` is 1 for those near in meaning alone. */
type Neighbours = { units: Uint32Array; similarities: Float32Array; translated: Uint8Array }

type PreparedToken = Token & { weight: number; neighbours: Neighbours }
type Hit = { entry: number; name: number; score: number; kind: Kind }

/** Words whose neighbours are remembered: names repeat the same few thousand words. */
const rememberedWords = 8192

class OpenIndex implements ScreeningIndex {
  readonly entryCount: number
  readonly nameCount: number
  readonly #unitCount: number
  readonly #nameStart: Uint32Array
  readonly #nameEntry: Uint32Array
  readonly #nameOrdinal: Uint32Array
  readonly #nameFlags: Uint8Array
  readonly #tokenUnit: Uint32Array
  readonly #tokenSurface: Uint32Array
  readonly #tokenRole: Uint8Array
  readonly #kindStart: Uint32Array
  readonly #postingStart: Uint32Array
  readonly #postings: Uint32Array
  readonly #unitWeight: Float32Array
  readonly #translations: Translations
  readonly #textStart: Uint32Array
  readonly #textBytes: Uint8Array
  readonly #signStart: Uint32Array
  readonly #signBytes: Uint8Array
  readonly #unitSlots: Uint32Array
  readonly #keyStart: Uint32Array
  readonly #keyUnits: Uint32Array
  readonly #wholeHash: Uint32Array
  readonly #wholeName: Uint32Array
  readonly #entryStart: Uint32Array
  readonly #entryBytes: Uint8Array
  readonly #entryType: Uint8Array
  readonly #entryList: Uint8Array
  readonly #shipNumber: Uint32Array
  readonly #shipEntry: Uint32Array
  readonly #candidates: Candidates
  readonly #pair = new Pair()
  readonly #remembered = [new Map<string, Neighbours>(), new Map<string, Neighbours>(), new Map<string, Neighbours>()]
  /** Which word last looked at a unit, so that each is compared once a word. */
  readonly #seen: Uint32Array
  #seenBy = 0
  /** For the units near the query: head of a chain of (token, similarity), valid while the stamp is the query's. */
  readonly #chainStamp: Uint32Array
  readonly #chainHead: Int32Array
  #chainBy = 0
  readonly #chainToken: number[] = []
  readonly #chainSimilarity: number[] = []
  readonly #chainTranslated: number[] = []
  readonly #chainNext: number[] = []

  constructor(bytes: Uint8Array) {
    const sections = readSections(bytes)
    const { about, u8, u32, f32 } = sections
    this.entryCount = Number(about.entries)
    this.nameCount = Number(about.names)
    this.#unitCount = Number(about.units)
    this.#nameStart = u32('nameStart')
    this.#nameEntry = u32('nameEntry')
    this.#nameOrdinal = u32('nameOrdinal')
    this.#nameFlags = u8('nameFlags')
    this.#tokenUnit = u32('tokenUnit')
    this.#tokenSurface = u32('tokenSurface')
    this.#tokenRole = u8('tokenRole')
    this.#kindStart = u32('kindStart')
    this.#postingStart = u32('postingStart')
    this.#postings = u32('postings')
    this.#unitWeight = f32('unitWeight')
    this.#translations = new Translations(sections)
    this.#textStart = u32('textStart')
    this.#textBytes = u8('textBytes')
    this.#signStart = u32('signStart')
    this.#signBytes = u8('signBytes')
    this.#unitSlots = u32('unitSlots')
    this.#keyStart = u32('keyStart')
    this.#keyUnits = u32('keyUnits')
    this.#wholeHash = u32('wholeHash')
    this.#wholeName = u32('wholeName')
    this.#entryStart = u32('entryStart')
    this.#entryBytes = u8('entryBytes')
    this.#entryType = u8('entryType')
    this.#entryList = u8('entryList')
    this.#shipNumber = u32('shipNumber')
    this.#shipEntry = u32('shipEntry')
    this.#candidates = new Candidates(this.nameCount)
    this.#seen = new Uint32Array(this.#unitCount)
    this.#chainStamp = new Uint32Array(this.#unitCount)
    this.#chainHead = new Int32Array(this.#unitCount)
  }

  screen(query: ScreeningQuery): ScreeningMatch[] {
    return this.#answer(
      query,
      (tokens, kind) => this.#retrieve(tokens, kind, query.threshold),
      (text, kind) => this.#neighbours(text, kind),
    )
  }

  screenExhaustively(query: ScreeningQuery): ScreeningMatch[] {
    const every = (_tokens: PreparedToken[], kind: Kind) => {
      const names: number[] = []
      for (let name = this.#kindStart[kind]!; name < this.#kindStart[kind + 1]!; name++) names.push(name)
      return names
    }
    return this.#answer(query, every, (text, kind) => this.#scanNeighbours(text, kind))
  }

  compareNames(query: string, listed: string, type: EntryType): { similarity: number; explanation: Finding[] } {
    const kind = kindOf(type)
    const queryTokens = analyse(query, kind)
    const listedTokens = analyse(listed, kind)
    const explanation: Finding[] = []
    if (queryTokens.length === 0 || listedTokens.length === 0) return { similarity: 0, explanation }
    const pair = this.#pair
    this.#fillQuery(queryTokens, kind)
    pair.listedCount = listedTokens.length
    pair.listedText = (j) => listedTokens[j]!.text
    pair.listedSurface = (j) => listedTokens[j]!.surface
    const queryWords = queryTokens.map((token) => spell(token.text))
    for (const [j, token] of listedTokens.entries()) {
      pair.listedRole[j] = token.role
      pair.listedWeight[j] = this.#weightOf(token, kind)
      const word = spell(token.text)
      for (const [i, queryWord] of queryWords.entries()) {
        const asNames = comparable(queryTokens[i]!.role, token.role)
        const spelling = asNames ? wordSimilarity(queryWord, word, kind === 0) : queryWord.text === word.text ? 1 : 0
        const meaning = asNames && kind === 1 ? this.#sameMeaning(queryWord.text, word.text) : 0
        pair.similarity[pairCell(i, j)] = Math.max(spelling, meaning)
        pair.translated[pairCell(i, j)] = meaning > spelling ? 1 : 0
      }
    }
    return { similarity: rounded(scorePair(pair, explanation)), explanation }
  }

  #answer(
    query: ScreeningQuery,
    candidates: (tokens: PreparedToken[], kind: Kind) => Iterable<number>,
    neighbours: (text: string, kind: Kind) => Neighbours,
  ): ScreeningMatch[] {
    const lists = query.lists?.map((list) => listIds.indexOf(list))
    const type = query.type === undefined ? -1 : entryTypes.indexOf(query.type)
    const best = new Map<number, Hit>()
    const admit = (entry: number) =>
      (type < 0 || this.#entryType[entry] === type) && (!lists || lists.includes(this.#entryList[entry]!))
    const offer = (hit: Hit) => {
      const known = best.get(hit.entry)
      if (!known || hit.score > known.score || (hit.score === known.score && this.#prefers(hit.name, known.name)))
        best.set(hit.entry, hit)
    }
    for (const kind of kindsAsked(query)) {
      const tokens = this.#prepare(analyse(query.name, kind), kind, neighbours)
      if (tokens.length === 0) continue
      this.#link(tokens)
      this.#fillQuery(tokens, kind)
      for (const name of candidates(tokens, kind)) {
        const entry = this.#nameEntry[name]!
        if (!admit(entry)) continue
        const score = this.#scoreName(name)
        if (score >= query.threshold && score > 0) offer({ entry, name, score, kind })
      }
    }
    for (const entry of this.#shipsNumbered(query.name))
      if (admit(entry)) best.set(entry, { entry, name: -1, score: 1, kind: 2 })
    return this.#finish(query, [...best.values()], neighbours)
  }

  /** Applies what the query says beside the name, orders, cuts and explains. */
  #finish(query: ScreeningQuery, hits: Hit[], neighbours: (text: string, kind: Kind) => Neighbours): ScreeningMatch[] {
    const matches: { hit: Hit; match: ScreeningMatch }[] = []
    for (const hit of hits) {
      const { entry, subjectId } = this.#entryOf(hit.entry)
      const besides: Finding[] = []
      let score = hit.score
      const factor = (rule: string, value: number) => {
        if (value === 1) return
        score *= value
        besides.push({ rule, factor: value })
      }
      if (query.dateOfBirth !== undefined) factor('date-of-birth', birthFactor(query.dateOfBirth, entry.datesOfBirth))
      if (query.country !== undefined && entry.countries.length > 0 && !entry.countries.includes(query.country))
        factor('country', otherCountry)
      const similarity = rounded(score)
      if (similarity < query.threshold) continue
      const matched = entry.names[hit.name < 0 ? 0 : this.#nameOrdinal[hit.name]!]!
      matches.push({ hit, match: { entry, subjectId, matched, similarity, explanation: besides } })
    }
    matches.sort(
      (one, other) =>
        other.match.similarity - one.match.similarity ||
        strengthRank(one.match) - strengthRank(other.match) ||
        (one.match.entry.entityId < other.match.entry.entityId ? -1 : 1),
    )
    const kept = query.limit === undefined ? matches : matches.slice(0, query.limit)
    let prepared: Kind | undefined
    for (const { hit, match } of kept) {
      if (hit.name < 0) {
        match.explanation.unshift({ rule: 'ship-number', similarity: 1 })
        continue
      }
      if (prepared !== hit.kind) {
        const tokens = this.#prepare(analyse(query.name, hit.kind), hit.kind, neighbours)
        this.#link(tokens)
        this.#fillQuery(tokens, hit.kind)
        prepared = hit.kind
      }
      const findings: Finding[] = []
      this.#scoreName(hit.name, findings)
      match.explanation.unshift(...findings)
    }
    return kept.map(({ match }) => match)
  }

  /** Of two names that score the same, the primary one is shown, else the one that stands first. */
  #prefers(name: number, other: number): boolean {
    const primary = (this.#nameFlags[name]! & nameFlag.primary) - (this.#nameFlags[other]! & nameFlag.primary)
    return primary !== 0 ? primary > 0 : name < other
  }

  #prepare(tokens: Token[], kind: Kind, neighbours: (text: string, kind: Kind) => Neighbours): PreparedToken[] {
    return tokens.map((token) => ({
      ...token,
      weight: this.#weightOf(token, kind),
      neighbours: token.role === role.name ? neighbours(token.text, kind) : this.#itself(token.text),
    }))
  }

  #weightOf(token: Token, kind: Kind): number {
    if (token.role !== role.name) return roleWeight[token.role]!
    const unit = this.#unitOf(token.text)
    if (unit >= 0) return this.#unitWeight[unit * 3 + kind]!
    return kind === 1 ? this.#translations.weightLimit(token.text) : 1
  }

  #itself(text: string): Neighbours {
    const unit = this.#unitOf(text)
    return unit < 0
      ? none
      : { units: Uint32Array.of(unit), similarities: Float32Array.of(1), translated: new Uint8Array(1) }
  }

  /** Chains every neighbour unit to the query tokens that it is near to. */
  #link(tokens: PreparedToken[]): void {
    this.#chainBy++
    this.#chainToken.length = 0
    this.#chainSimilarity.length = 0
    this.#chainTranslated.length = 0
    this.#chainNext.length = 0
    for (const [i, { neighbours }] of tokens.entries())
      for (let n = 0; n < neighbours.units.length; n++) {
        const unit = neighbours.units[n]!
        this.#chainNext.push(this.#chainStamp[unit] === this.#chainBy ? this.#chainHead[unit]! : -1)
        this.#chainStamp[unit] = this.#chainBy
        this.#chainHead[unit] = this.#chainToken.length
        this.#chainToken.push(i)
        this.#chainSimilarity.push(neighbours.similarities[n]!)
        this.#chainTranslated.push(neighbours.translated[n]!)
      }
  }

  #fillQuery(tokens: readonly (Token & { weight?: number })[], kind: Kind): void {
    const pair = this.#pair
    pair.kind = kind
    pair.queryCount = tokens.length
    pair.queryText = (i) => tokens[i]!.text
    pair.querySurface = (i) => tokens[i]!.surface
    for (const [i, token] of tokens.entries()) {
      pair.queryRole[i] = token.role
      pair.queryWeight[i] = token.weight ?? this.#weightOf(token, kind)
    }
  }

  /** Score of listed name `name` against the linked query, its alias strength included. */
  #scoreName(name: number, findings?: Finding[]): number {
    const pair = this.#pair
    const start = this.#nameStart[name]!
    const count = this.#nameStart[name + 1]! - start
    pair.listedCount = count
    pair.listedText = (j) => this.#textOf(this.#tokenUnit[start + j]!)
    pair.listedSurface = (j) => this.#textOf(this.#tokenSurface[start + j]!)
    for (let i = 0; i < pair.queryCount; i++) {
      pair.similarity.fill(0, i * mostTokens, i * mostTokens + count)
      pair.translated.fill(0, i * mostTokens, i * mostTokens + count)
    }
    for (let j = 0; j < count; j++) {
      const unit = this.#tokenUnit[start + j]!
      const listedRole = this.#tokenRole[start + j]!
      pair.listedRole[j] = listedRole
      pair.listedWeight[j] =
        listedRole === role.name ? this.#unitWeight[unit * 3 + pair.kind]! : roleWeight[listedRole]!
      if (this.#chainStamp[unit] !== this.#chainBy) continue
      for (let link = this.#chainHead[unit]!; link >= 0; link = this.#chainNext[link]!) {
        const i = this.#chainToken[link]!
        const value = this.#chainSimilarity[link]!
        if (value !== 1 && !comparable(pair.queryRole[i]!, listedRole)) continue
        pair.similarity[pairCell(i, j)] = value
        pair.translated[pairCell(i, j)] = this.#chainTranslated[link]!
      }
    }
    const score = scorePair(pair, findings)
    if (score <= weakAliasCap || (this.#nameFlags[name]! & nameFlag.weak) === 0) return score
    findings?.push({ rule: 'weak-alias', factor: rounded(weakAliasCap / score) })
    return weakAliasCap
  }

  /** Names that may reach `threshold`, by the postings of the tokens' neighbours. */
  #retrieve(tokens: PreparedToken[], kind: Kind, threshold: number): number[] {
    const candidates = this.#candidates
    candidates.start(this.#kindStart[kind]!, this.#kindStart[kind + 1]!)
    const power =
      kind === 1 && tokens.filter((token) => token.role === role.name).length === 1
        ? settings.onlyWordPower
        : settings.similarityPower[kind]!
    let besides = 0
    let names = 0
    for (const token of tokens) {
      if (token.role === role.name) names++
      else if (token.role !== role.legal) besides += token.weight
    }
    for (const [i, token] of tokens.entries()) {
      if (token.role !== role.name && names > 0) continue
      candidates.beginToken(1 << i)
      this.#addNeighbours(token.neighbours, token.weight, kind, power)
      if (token.text.length >= 6 && token.text.charCodeAt(0) >= 97) this.#addSplits(token.text, token.weight, kind)
    }
    this.#addGlued(tokens, kind, power)
    this.#addWhole(tokens, kind)
    return candidates.reaching(threshold, tokens, kind, besides, this.#nameFlags)
  }

  #addNeighbours(neighbours: Neighbours, weight: number, kind: Kind, power: number): void {
    for (let n = 0; n < neighbours.units.length; n++) {
      const unit = neighbours.units[n]!
      const listedWeight = this.#unitWeight[unit * 3 + kind]!
      this.#candidates.add(
        this.#postings,
        this.#postingStart[unit]!,
        this.#postingStart[unit + 1]!,
        ((weight + listedWeight) / 2) * neighbours.similarities[n]! ** power,
      )
    }
  }

  /** A token that two listed tokens write apart: names that hold both halves, or one long half. */
  #addSplits(text: string, weight: number, kind: Kind): void {
    for (let at = 2; at <= text.length - 2; at++) {
      const left = this.#unitOf(text.slice(0, at))
      const right = this.#unitOf(text.slice(at))
      if (left >= 0 && right >= 0) this.#addRarer(left, right, weight, kind)
      else if (left >= 0 && at >= 4) this.#addGlueHalf(left, weight)
      else if (right >= 0 && text.length - at >= 4) this.#addGlueHalf(right, weight)
    }
  }

  #addRarer(one: number, other: number, weight: number, kind: Kind): void {
    void kind
    const size = (unit: number) => this.#postingStart[unit + 1]! - this.#postingStart[unit]!
    const oneSize = size(one)
    const otherSize = size(other)
    if (oneSize === 0 && otherSize === 0) return
    this.#addGlueHalf(otherSize === 0 || (oneSize > 0 && oneSize <= otherSize) ? one : other, weight)
  }

  #addGlueHalf(unit: number, weight: number): void {
    this.#candidates.addGlued(this.#postings, this.#postingStart[unit]!, this.#postingStart[unit + 1]!, 2 * weight + 1)
  }

  /** Neighbouring tokens that a listed name writes as one word, or divides elsewhere. */
  #addGlued(tokens: PreparedToken[], kind: Kind, power: number): void {
    const count = tokens.length
    for (let i = 0; i < count && count > 1; i++) {
      const next = (i + 1) % count
      if (tokens[i]!.role === role.initial || tokens[next]!.role === role.initial) continue
      if (tokens[i]!.role !== role.name && tokens[next]!.role !== role.name) continue
      if (count === 2 && i === 1 && kind !== 0) continue
      const text = joined(tokens[i]!.surface, tokens[next]!.surface)
      const weight = tokens[i]!.weight + tokens[next]!.weight
      this.#candidates.beginToken((1 << i) | (1 << next))
      const near = this.#neighbours(text, kind)
      for (let n = 0; n < near.units.length; n++) {
        const unit = near.units[n]!
        if (near.similarities[n]! < 0.8) continue
        this.#candidates.addGlued(
          this.#postings,
          this.#postingStart[unit]!,
          this.#postingStart[unit + 1]!,
          (weight + 1) * near.similarities[n]! ** power,
        )
      }
      if (text.charCodeAt(0) >= 97) this.#addSplits(text, weight, kind)
      const third = (i + 2) % count
      if (count >= 3 && tokens[next]!.role === role.particle) {
        this.#candidates.beginToken((1 << i) | (1 << next) | (1 << third))
        const unit = this.#unitOf(joined(text, tokens[third]!.surface))
        if (unit >= 0) this.#addGlueHalf(unit, weight + tokens[third]!.weight)
      }
    }
  }

  /** Names that are the query's letters with the spaces elsewhere. */
  #addWhole(tokens: PreparedToken[], kind: Kind): void {
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
    void kind
    this.#candidates.beginToken((1 << tokens.length) - 1)
    const weight = tokens.reduce((sum, token) => sum + token.weight, 0)
    this.#candidates.addGlued(this.#wholeName, low, end, 2 * weight + tokens.length)
  }

  #neighbours(text: string, kind: Kind): Neighbours {
    const remembered = this.#remembered[kind]!
    const known = remembered.get(text)
    if (known) return known
    const found = this.#findNeighbours(text, kind)
    if (remembered.size >= rememberedWords) remembered.delete(remembered.keys().next().value!)
    remembered.set(text, found)
    return found
  }

  #findNeighbours(text: string, kind: Kind): Neighbours {
    const nicknames = kind === 0
    const word = spell(text)
    const units: number[] = []
    const similarities: number[] = []
    this.#seenBy++
    const consider = (unit: number) => {
      if (this.#seen[unit] === this.#seenBy) return
      this.#seen[unit] = this.#seenBy
      const similarity = wordSimilarity(word, this.#speltUnit(unit, word), nicknames)
      if (similarity === 0) return
      units.push(unit)
      similarities.push(similarity)
    }
    const itself = this.#unitOf(text)
    if (itself >= 0) consider(itself)
    keys.length = 0
    keysOf(text, keys)
    const mask = this.#keyStart.length - 2
    for (const key of keys) {
      const bucket = key & mask
      const end = this.#keyStart[bucket + 1]!
      for (let at = this.#keyStart[bucket]!; at < end; at++) consider(this.#keyUnits[at]!)
    }
    const group = nicknames ? nicknameGroup.get(text) : undefined
    if (group !== undefined)
      for (const [name, other] of nicknameGroup) {
        if (other !== group) continue
        const unit = this.#unitOf(name)
        if (unit >= 0) consider(unit)
      }
    return this.#withTranslations(text, kind, units, similarities)
  }

  #scanNeighbours(text: string, kind: Kind): Neighbours {
    const word = spell(text)
    const units: number[] = []
    const similarities: number[] = []
    for (let unit = 0; unit < this.#unitCount; unit++) {
      const similarity = wordSimilarity(word, this.#speltUnit(unit, word), kind === 0)
      if (similarity === 0) continue
      units.push(unit)
      similarities.push(similarity)
    }
    return this.#withTranslations(text, kind, units, similarities)
  }

  /** Adds to the units that are spelt like `text` those that mean the same in the name of an organisation. */
  #withTranslations(text: string, kind: Kind, units: number[], similarities: number[]): Neighbours {
    const translated = units.map(() => 0)
    if (kind === 1)
      this.#translations.of(text, (unit, similarity) => {
        const known = units.indexOf(unit)
        if (known >= 0 && similarities[known]! >= similarity) return
        const at = known >= 0 ? known : units.length
        units[at] = unit
        similarities[at] = similarity
        translated[at] = 1
      })
    return nearestFirst(units, similarities, translated)
  }

  /** How far two words of organisations' names are known to mean the same. */
  #sameMeaning(one: string, other: string): number {
    const oneUnit = this.#unitOf(one)
    const otherUnit = this.#unitOf(other)
    return Math.max(
      otherUnit < 0 ? 0 : this.#translations.between(one, otherUnit),
      oneUnit < 0 ? 0 : this.#translations.between(other, oneUnit),
    )
  }

  readonly #listed: Spelt = { text: '', signs: new Uint8Array(0), length: 0 }
  /** The unit as a word to compare. Its text is only decoded where the comparison looks at it. */
  #speltUnit(unit: number, _against: Spelt): Spelt {
    const start = this.#signStart[unit]!
    const end = this.#signStart[unit + 1]!
    this.#listed.text = this.#textOf(unit)
    this.#listed.signs = this.#signBytes.subarray(start, end)
    this.#listed.length = end - start
    return this.#listed
  }

  #textOf(unit: number): string {
    const end = this.#textStart[unit + 1]!
    let text = ''
    for (let at = this.#textStart[unit]!; at < end; at++) text += letters[this.#textBytes[at]!]
    return text
  }

  #unitOf(text: string): number {
    const mask = this.#unitSlots.length - 1
    for (let slot = hashText(text) & mask; ; slot = (slot + 1) & mask) {
      const unit = this.#unitSlots[slot]! - 1
      if (unit < 0 || this.#isText(unit, text)) return unit
    }
  }

  #isText(unit: number, text: string): boolean {
    const start = this.#textStart[unit]!
    if (this.#textStart[unit + 1]! - start !== text.length) return false
    for (let i = 0; i < text.length; i++) if (this.#textBytes[start + i] !== text.charCodeAt(i)) return false
    return true
  }

  #entryOf(entry: number): { entry: ListEntry; subjectId: string } {
    return JSON.parse(decoder.decode(this.#entryBytes.subarray(this.#entryStart[entry]!, this.#entryStart[entry + 1]!)))
  }

  /** Entries whose IMO number the query names, alone or after the word IMO. */
  #shipsNumbered(name: string): number[] {
    const entries: number[] = []
    for (const found of name.matchAll(/(?:^|\bimo\D{0,3})(\d{7})(?!\d)/gi)) {
      if (found.index === 0 && !/^\s*(imo\D{0,3})?\d{7}\s*$/i.test(name) && !/^\s*imo/i.test(name)) continue
      const number = Number(found[1])
      for (let at = 0; at < this.#shipNumber.length; at++)
        if (this.#shipNumber[at] === number) entries.push(this.#shipEntry[at]!)
    }
    return entries
  }
}

/** The names that the postings have touched so far, with what their tokens could add up to. */
class Candidates {
  readonly #agreed: Float32Array
  readonly #last: Float32Array
  readonly #tokens: Uint32Array
  readonly #lastToken: Uint32Array
  readonly #touched: Uint32Array
  #count = 0
  #from = 0
  #to = 0
  #round = 0
  #bits = 0

  constructor(names: number) {
    this.#agreed = new Float32Array(names)
    this.#last = new Float32Array(names)
    this.#tokens = new Uint32Array(names)
    this.#lastToken = new Uint32Array(names)
    this.#touched = new Uint32Array(names)
  }

  start(from: number, to: number): void {
    this.#from = from
    this.#to = to
    this.#count = 0
  }

  /** What is added until the next call is said of the query tokens in `bits`. */
  beginToken(bits: number): void {
    this.#round++
    this.#bits = bits
  }

  add(postings: Uint32Array, start: number, end: number, agreed: number): void {
    for (let at = start; at < end; at++) {
      const name = postings[at]!
      if (name < this.#from || name >= this.#to) continue
      this.#raise(name, agreed, 0)
    }
  }

  addGlued(postings: Uint32Array, start: number, end: number, agreed: number): void {
    for (let at = start; at < end; at++) {
      const name = postings[at]!
      if (name < this.#from || name >= this.#to) continue
      this.#raise(name, agreed, gluedBit)
    }
  }

  #raise(name: number, agreed: number, glued: number): void {
    if (this.#tokens[name] === 0) {
      this.#touched[this.#count++] = name
      this.#agreed[name] = 0
      this.#lastToken[name] = 0
    }
    this.#tokens[name]! |= this.#bits | glued
    if (this.#lastToken[name] !== this.#round) {
      this.#lastToken[name] = this.#round
      this.#last[name] = agreed
      this.#agreed[name]! += agreed
    } else if (agreed > this.#last[name]!) {
      this.#agreed[name]! += agreed - this.#last[name]!
      this.#last[name] = agreed
    }
  }

  /** The touched names whose bound reaches `threshold`; leaves the table clean. */
  reaching(
    threshold: number,
    tokens: readonly PreparedToken[],
    kind: Kind,
    besides: number,
    nameFlags: Uint8Array,
  ): number[] {
    const names: number[] = []
    const hasInitial = tokens.some((token) => token.role === role.initial)
    for (let at = 0; at < this.#count; at++) {
      const name = this.#touched[at]!
      const found = this.#tokens[name]!
      this.#tokens[name] = 0
      const free = (found & gluedBit) !== 0
      let extra = 0
      for (let i = 0; i < tokens.length; i++) {
        if ((found & (1 << i)) !== 0) continue
        if (tokens[i]!.role === role.name && !mayBeGlued(tokens[i]!.text)) extra += leastLeftover(tokens, i)
      }
      if (free || (kind === 0 && (hasInitial || (nameFlags[name]! & nameFlag.initial) !== 0))) {
        names.push(name)
        continue
      }
      const agreed = this.#agreed[name]! + besides
      const rate = leftoverRate(settings.extra[kind]!, agreed)
      if (agreed / (agreed + rate * extra) >= threshold - 1e-4) names.push(name)
    }
    return names
  }
}

/** A word of a consonantal script may hold several listed words; no key tells which. */
const mayBeGlued = (text: string): boolean => text.charCodeAt(0) === 37 && text.length > 5

/** The least that the word counts when nothing answers to it (see `fatherShare` in the score). */
const leastLeftover = (tokens: readonly PreparedToken[], i: number): number => tokens[i]!.weight * settings.fatherShare

/** Whose rules to read the query by. Somebody with a date of birth is a person. */
const kindsAsked = (query: ScreeningQuery): readonly Kind[] => {
  if (query.type !== undefined) return [kindOf(query.type)]
  return query.dateOfBirth === undefined ? [0, 1, 2] : [0]
}

const gluedBit = 1 << 30
const none: Neighbours = { units: new Uint32Array(0), similarities: new Float32Array(0), translated: new Uint8Array(0) }
const keys: number[] = []
const decoder = new TextDecoder()
const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** Weight of the tokens that are no names, by role. */
const roleWeight: readonly number[] = [
  1,
  settings.particleWeight,
  settings.titleWeight,
  settings.initialWeight,
  settings.legalWeight,
  settings.numberWeight,
]
void leastWordWeight

/** Words are compared by spelling only where both carry the name. */
const comparable = (one: number, other: number): boolean => one === role.name && other === role.name

function nearestFirst(units: number[], similarities: number[], translated: number[]): Neighbours {
  const order = Uint32Array.from(units.keys()).sort(
    (one, other) => similarities[other]! - similarities[one]! || units[one]! - units[other]!,
  )
  return {
    units: Uint32Array.from(order, (at) => units[at]!),
    similarities: Float32Array.from(order, (at) => similarities[at]!),
    translated: Uint8Array.from(order, (at) => translated[at]!),
  }
}

/** Two surfaces as one word; a script mark inside it is dropped. */
const joined = (one: string, other: string): string =>
  one +
  (other.charCodeAt(0) === 94 || other.charCodeAt(0) === 37 || other.charCodeAt(0) === 126 ? other.slice(1) : other)

const strengthRank = (match: ScreeningMatch): number =>
  match.matched.kind === 'primary' ? 0 : match.matched.strength === 'strong' ? 1 : 2

/** Scores are told to four decimals. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000
