/**
 * Screening against a compiled index.
 *
 * A query's tokens find their **neighbours**: the words of listed names that are spelt, sounded or written nearly alike
 * (`vocabulary.ts`). The postings of the neighbours name the **candidates**, each with an upper bound of the score that
 * it could reach (`retrieval.ts`, `candidates.ts`). Only those whose bound reaches the threshold are compared in full
 * (`listed-names.ts`, `pair-score.ts`). The bound never lies below the score, so nothing is lost that a comparison with
 * every name would find.
 */
import { type EntryType, entryTypes, type ListEntry, listIds } from '../lists/model/entry.ts'
import { birthFactor } from './compare/date-of-birth.ts'
import { Pair, pairCell } from './compare/pair.ts'
import { scorePair } from './compare/pair-score.ts'
import { comparable, fillQuery, ListedNames } from './index/listed-names.ts'
import { readSections } from './index/sections.ts'
import { ShipNumbers } from './index/ship-numbers.ts'
import { Vocabulary } from './index/vocabulary.ts'
import type { Finding, ScreeningIndex, ScreeningMatch, ScreeningQuery } from './screening.ts'
import { markOf, unmarked } from './scripts/word-mark.ts'
import type { Reached } from './search/candidates.ts'
import { type FindNeighbours, type PreparedQuery, prepareQuery, tokenWeight } from './search/prepared-query.ts'
import { Retrieval } from './search/retrieval.ts'
import { spell, wordSimilarity } from './spelling/word-similarity.ts'
import { toWords } from './text/words.ts'
import { analyse, analyseWords } from './tokens/analyse.ts'
import { kindOf, type NameKind, nameKind, nameKinds } from './tokens/name-kind.ts'

/** Factor when the list names countries and the queried one is not among them. */
const otherCountry = 0.95

/** Opens the bytes that `compileIndex` made. Throws `RangeError` when they are damaged. */
export function openIndex(bytes: Uint8Array): ScreeningIndex {
  return new OpenIndex(bytes)
}

type Hit = { entry: number; name: number; score: number; query: PreparedQuery }
type Retrieve = (query: PreparedQuery) => readonly Reached[]

class OpenIndex implements ScreeningIndex {
  readonly entryCount: number
  readonly nameCount: number
  readonly #words: Vocabulary
  readonly #names: ListedNames
  readonly #retrieval: Retrieval
  readonly #ships: ShipNumbers
  readonly #entryStart: Uint32Array
  readonly #entryBytes: Uint8Array
  readonly #entryType: Uint8Array
  readonly #entryList: Uint8Array

  constructor(bytes: Uint8Array) {
    const sections = readSections(bytes)
    this.entryCount = Number(sections.about.entries)
    this.nameCount = Number(sections.about.names)
    this.#words = new Vocabulary(sections)
    this.#names = new ListedNames(this.#words, sections)
    this.#retrieval = new Retrieval(this.#words, sections)
    this.#ships = new ShipNumbers(sections)
    this.#entryStart = sections.u32('entryStart')
    this.#entryBytes = sections.u8('entryBytes')
    this.#entryType = sections.u8('entryType')
    this.#entryList = sections.u8('entryList')
  }

  screen(query: ScreeningQuery): ScreeningMatch[] {
    return this.#answer(
      query,
      (prepared) => this.#retrieval.retrieve(prepared, query.threshold, this.#names),
      (text, kind) => this.#words.neighbours(text, kind),
    )
  }

  screenExhaustively(query: ScreeningQuery): ScreeningMatch[] {
    return this.#answer(
      query,
      ({ kind }) => this.#retrieval.everyName(kind),
      (text, kind) => this.#words.scan(text, kind),
    )
  }

  compareNames(query: string, listed: string, type: EntryType): { similarity: number; explanation: Finding[] } {
    const kind = kindOf(type)
    const asked = prepareQuery(analyse(query, kind), kind, this.#words, (text) => this.#words.itself(text))
    const tokens = analyse(listed, kind)
    const explanation: Finding[] = []
    if (asked.tokens.length === 0 || tokens.length === 0) return { similarity: 0, explanation }
    const pair = new Pair()
    fillQuery(pair, asked)
    pair.listedCount = tokens.length
    pair.listedText = (j) => tokens[j]!.text
    pair.listedSurface = (j) => tokens[j]!.surface
    const askedWords = asked.tokens.map((token) => spell(token.text))
    for (const [j, token] of tokens.entries()) {
      const word = spell(token.text)
      pair.listedRole[j] = token.role
      pair.listedWeight[j] = tokenWeight(token, kind, this.#words)
      pair.listedMark[j] = markOf(token.text)
      pair.listedLength[j] = token.surface.length
      for (const [i, askedWord] of askedWords.entries()) {
        const asNames = comparable(asked.tokens[i]!.role, token.role)
        const spelling = asNames
          ? wordSimilarity(askedWord, word, kind === nameKind.person)
          : askedWord.text === word.text
            ? 1
            : 0
        const meaning =
          asNames && kind === nameKind.organisation ? this.#words.sameMeaning(askedWord.text, word.text) : 0
        pair.similarity[pairCell(i, j)] = Math.max(spelling, meaning)
        pair.translated[pairCell(i, j)] = meaning > spelling ? 1 : 0
      }
    }
    return { similarity: rounded(scorePair(pair, explanation)), explanation }
  }

  #answer(query: ScreeningQuery, retrieve: Retrieve, find: FindNeighbours): ScreeningMatch[] {
    const lists = query.lists?.map((list) => listIds.indexOf(list))
    const type = query.type === undefined ? -1 : entryTypes.indexOf(query.type)
    const admit = (entry: number) =>
      (type < 0 || this.#entryType[entry] === type) && (!lists || lists.includes(this.#entryList[entry]!))
    const best = new Map<number, Hit>()
    const words = toWords(query.name)
    const least = new LeastScore(query, best)
    for (const kind of kindsAsked(query)) {
      const prepared = prepareQuery(analyseWords(words, kind), kind, this.#words, find)
      if (prepared.tokens.length === 0) continue
      this.#names.ask(prepared)
      for (const { name, bound } of retrieve(prepared)) {
        if (bound < least.score) break
        const entry = this.#names.entryOf(name)
        if (!admit(entry)) continue
        const score = this.#names.score(name)
        if (score === 0 || score < least.score) continue
        const known = best.get(entry)
        if (known && (score < known.score || (score === known.score && !this.#names.prefers(name, known.name))))
          continue
        best.set(entry, { entry, name, score, query: prepared })
        least.note()
      }
    }
    const found = [...best.values()].map((hit) => this.#judge(query, hit))
    for (const entry of this.#ships.named(query.name)) if (admit(entry)) found.push(this.#shipMatch(entry))
    return this.#ranked(query, found)
  }

  /** The match of a hit, with what the query says beside the name. */
  #judge(query: ScreeningQuery, hit: Hit): Found {
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
    const matched = entry.names[this.#names.ordinalOf(hit.name)]!
    return { hit, match: { entry, subjectId, matched, similarity: rounded(score), explanation: besides } }
  }

  #shipMatch(entryNumber: number): Found {
    const { entry, subjectId } = this.#entryOf(entryNumber)
    const explanation: Finding[] = [{ rule: 'ship-number', similarity: 1 }]
    return { match: { entry, subjectId, matched: entry.names[0]!, similarity: 1, explanation } }
  }

  /** Orders the matches that reach the threshold, each entry once, cuts them to the limit and explains those kept. */
  #ranked(query: ScreeningQuery, found: Found[]): ScreeningMatch[] {
    const seen = new Set<string>()
    const kept = found
      .filter(({ match }) => match.similarity >= query.threshold)
      .sort((one, other) => compareMatches(one.match, other.match))
      .filter(({ match }) => !seen.has(match.entry.entityId) && seen.add(match.entry.entityId))
      .slice(0, query.limit)
    let asked: PreparedQuery | undefined
    for (const { hit, match } of kept) {
      if (!hit) continue
      if (asked !== hit.query) {
        asked = hit.query
        this.#names.ask(asked)
      }
      const findings: Finding[] = []
      this.#names.score(hit.name, findings)
      match.explanation.unshift(...findings.map(readable))
    }
    return kept.map(({ match }) => match)
  }

  #entryOf(entry: number): { entry: ListEntry; subjectId: string } {
    return JSON.parse(decoder.decode(this.#entryBytes.subarray(this.#entryStart[entry]!, this.#entryStart[entry + 1]!)))
  }
}

/**
 * The score below which a name need not be looked at: the threshold, and once there are as many matches as were asked
 * for, the score of the last of them. What a date of birth or a country takes from a score comes later, so with these
 * only the threshold counts.
 */
class LeastScore {
  score: number
  readonly #limit: number
  readonly #best: ReadonlyMap<number, Hit>
  #news = 0

  constructor(query: ScreeningQuery, best: ReadonlyMap<number, Hit>) {
    this.score = query.threshold
    const lowered = query.dateOfBirth !== undefined || query.country !== undefined
    this.#limit = lowered ? Number.POSITIVE_INFINITY : (query.limit ?? Number.POSITIVE_INFINITY)
    this.#best = best
  }

  /** A match was added or bettered. Sorting is put off until there are enough news to pay for it. */
  note(): void {
    if (this.#best.size < this.#limit || ++this.#news < this.#limit) return
    this.#news = 0
    const scores = Float64Array.from(this.#best.values(), (hit) => hit.score).sort()
    this.score = Math.max(this.score, scores[scores.length - this.#limit]!)
  }
}

type Found = { hit?: Hit; match: ScreeningMatch }

/** Whose rules to read the query by. Somebody with a date of birth is a person. */
const kindsAsked = (query: ScreeningQuery): readonly NameKind[] => {
  if (query.type !== undefined) return [kindOf(query.type)]
  return query.dateOfBirth === undefined ? nameKinds : [nameKind.person]
}

/** The finding with its words as a reader knows them: the marks of scripts are ours. */
const readable = ({ query, listed, ...finding }: Finding): Finding => ({
  ...finding,
  ...(query !== undefined && { query: unmarked(query) }),
  ...(listed !== undefined && { listed: unmarked(listed) }),
})

const decoder = new TextDecoder()

const compareMatches = (one: ScreeningMatch, other: ScreeningMatch): number =>
  other.similarity - one.similarity ||
  strengthRank(one) - strengthRank(other) ||
  (one.entry.entityId < other.entry.entityId ? -1 : 1)

const strengthRank = (match: ScreeningMatch): number =>
  match.matched.kind === 'primary' ? 0 : match.matched.strength === 'strong' ? 1 : 2

/** Scores are told to four decimals. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000
