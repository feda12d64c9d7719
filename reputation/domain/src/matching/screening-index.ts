/**
 * Screening against a compiled index.
 *
 * A query's tokens find their **neighbours**: the words of listed names that are spelt, sounded or written nearly alike
 * (`index/vocabulary.ts`). The postings of the neighbours name the **candidates**, each with an upper bound of the score
 * that it could reach (`search/retrieval.ts`, `search/candidates.ts`). Only those whose bound reaches the threshold are
 * compared in full (`search/name-scorer.ts`, `compare/pair-score.ts`). The bound never lies below the score, so nothing
 * is lost that a comparison with every name would find.
 */
import { type EntryType, primaryName } from '../lists/model/entry.ts'
import { birthFactor } from './compare/date-of-birth.ts'
import type { Finding } from './compare/finding.ts'
import { EntryTable } from './index/entry-table.ts'
import { NameTable } from './index/name-table.ts'
import { Postings } from './index/postings.ts'
import { readSections } from './index/sections.ts'
import { ShipNumbers } from './index/ship-numbers.ts'
import { Vocabulary } from './index/vocabulary.ts'
import { WholeNames } from './index/whole-names.ts'
import type { ScreeningIndex, ScreeningMatch, ScreeningQuery } from './screening.ts'
import { unmarked } from './scripts/word-mark.ts'
import type { Candidate } from './search/candidates.ts'
import { compareNames } from './search/compare-names.ts'
import { NameScorer } from './search/name-scorer.ts'
import { type FindNeighbours, type PreparedQuery, prepareQuery } from './search/prepared-query.ts'
import { Retrieval } from './search/retrieval.ts'
import { ScoreFloor } from './search/score-floor.ts'
import { toWords } from './text/words.ts'
import { alternativeNames } from './tokens/alternative-names.ts'
import { analyse, analyseWords } from './tokens/analyse.ts'
import { kindOf, type NameKind, nameKind, nameKinds } from './tokens/name-kind.ts'

/** Factor when the list names countries and the queried one is not among them. */
const otherCountry = 0.95

/** Opens the bytes that `compileIndex` made. Throws `RangeError` when they are damaged. */
export function openIndex(bytes: Uint8Array): ScreeningIndex {
  return new OpenIndex(bytes)
}

/** The best name of an entry, and the query as it was read when the name was found. */
type Hit = { entry: number; name: number; score: number; query: PreparedQuery }
/** A match with the hit that it was made of; a ship number has none. */
type Found = { hit?: Hit; match: ScreeningMatch }
type Retrieve = (query: PreparedQuery) => readonly Candidate[]

class OpenIndex implements ScreeningIndex {
  readonly entryCount: number
  readonly nameCount: number
  readonly #words: Vocabulary
  readonly #names: NameTable
  readonly #entries: EntryTable
  readonly #ships: ShipNumbers
  readonly #scorer: NameScorer
  readonly #retrieval: Retrieval

  constructor(bytes: Uint8Array) {
    const sections = readSections(bytes)
    this.entryCount = Number(sections.about.entries)
    this.nameCount = Number(sections.about.names)
    const words = new Vocabulary(sections)
    const names = new NameTable(sections)
    const tables = { words, names, postings: new Postings(sections), wholeNames: new WholeNames(sections) }
    this.#words = words
    this.#names = names
    this.#entries = new EntryTable(sections)
    this.#ships = new ShipNumbers(sections)
    this.#scorer = new NameScorer(words, names)
    this.#retrieval = new Retrieval(tables, this.#scorer, this.nameCount)
  }

  screen(query: ScreeningQuery): ScreeningMatch[] {
    return this.#search(
      query,
      (prepared) => this.#retrieval.retrieve(prepared, query.threshold),
      (text, kind) => this.#words.neighbours(text, kind),
    )
  }

  screenExhaustively(query: ScreeningQuery): ScreeningMatch[] {
    return this.#search(
      query,
      ({ kind }) => this.#retrieval.everyName(kind),
      (text, kind) => this.#words.scan(text, kind),
    )
  }

  compareNames(query: string, listed: string, type: EntryType): { similarity: number; explanation: Finding[] } {
    const explanation: Finding[] = []
    const score = compareNames(query, listed, kindOf(type), this.#words, explanation)
    return { similarity: round4(score), explanation }
  }

  #search(query: ScreeningQuery, retrieve: Retrieve, find: FindNeighbours): ScreeningMatch[] {
    const isWanted = this.#entries.filter(query)
    const hits = this.#findHits(query, isWanted, retrieve, find)
    const ships = this.#ships.entriesNamed(query.name).filter(isWanted)
    const found = [...hits.map((hit) => this.#toMatch(query, hit)), ...ships.map((entry) => this.#shipMatch(entry))]
    return this.#rank(query, found)
  }

  /** The best name of each entry, of those that reach the threshold. */
  #findHits(
    query: ScreeningQuery,
    isWanted: (entry: number) => boolean,
    retrieve: Retrieve,
    find: FindNeighbours,
  ): Hit[] {
    const best = new Map<number, Hit>()
    const floor = new ScoreFloor(query, best)
    const words = toWords(query.name)
    const readings = kindsOf(query).flatMap((kind) => [
      { kind, tokens: analyseWords(words, kind) },
      ...alternativeNames(query.name, kind).map((name) => ({ kind, tokens: analyse(name, kind) })),
    ])
    for (const { kind, tokens } of readings) {
      if (tokens.length === 0) continue
      const prepared = prepareQuery(tokens, kind, this.#words, find)
      this.#scorer.setQuery(prepared)
      for (const { name, bound } of retrieve(prepared)) {
        if (bound < floor.score) break
        const entry = this.#names.entryOf(name)
        if (!isWanted(entry)) continue
        const score = this.#scorer.score(name)
        if (score === 0 || score < floor.score) continue
        const hit = { entry, name, score, query: prepared }
        if (!this.#isBetter(hit, best.get(entry))) continue
        best.set(entry, hit)
        floor.noteChange()
      }
    }
    return [...best.values()]
  }

  #isBetter(hit: Hit, known: Hit | undefined): boolean {
    if (!known || hit.score > known.score) return true
    return hit.score === known.score && this.#names.prefers(hit.name, known.name)
  }

  /** The match of a hit, with the factors that a date of birth and a country apply to its score. */
  #toMatch(query: ScreeningQuery, hit: Hit): Found {
    const { entry, subjectId } = this.#entries.read(hit.entry)
    const explanation: Finding[] = []
    let score = hit.score
    const apply = (rule: string, factor: number) => {
      if (factor === 1) return
      score *= factor
      explanation.push({ rule, factor })
    }
    if (query.dateOfBirth !== undefined) apply('date-of-birth', birthFactor(query.dateOfBirth, entry.datesOfBirth))
    if (query.country !== undefined && entry.countries.length > 0 && !entry.countries.includes(query.country))
      apply('country', otherCountry)
    const matched = entry.names[this.#names.ordinalOf(hit.name)] ?? primaryName(entry)
    return { hit, match: { entry, subjectId, matched, similarity: round4(score), explanation } }
  }

  #shipMatch(entryNumber: number): Found {
    const { entry, subjectId } = this.#entries.read(entryNumber)
    const explanation: Finding[] = [{ rule: 'ship-number', similarity: 1 }]
    return { match: { entry, subjectId, matched: primaryName(entry), similarity: 1, explanation } }
  }

  /** Orders the matches that reach the threshold, each entry once, cuts them to the limit and explains those kept. */
  #rank(query: ScreeningQuery, found: Found[]): ScreeningMatch[] {
    const seen = new Set<string>()
    const kept = found
      .filter(({ match }) => match.similarity >= query.threshold)
      .sort((one, other) => compareMatches(one.match, other.match))
      .filter(({ match }) => !seen.has(match.entry.entityId) && seen.add(match.entry.entityId))
      .slice(0, query.limit)
    let compared: PreparedQuery | undefined
    for (const { hit, match } of kept) {
      if (!hit) continue
      if (compared !== hit.query) {
        compared = hit.query
        this.#scorer.setQuery(compared)
      }
      const findings: Finding[] = []
      this.#scorer.score(hit.name, findings)
      match.explanation.unshift(...findings.map(readable))
    }
    return kept.map(({ match }) => match)
  }
}

/** The kinds of names that the query is read as. Somebody with a date of birth is a person. */
const kindsOf = (query: ScreeningQuery): readonly NameKind[] => {
  if (query.type !== undefined) return [kindOf(query.type)]
  return query.dateOfBirth === undefined ? nameKinds : [nameKind.person]
}

/** The finding with its words as a reader knows them: the marks of scripts are internal. */
const readable = ({ query, listed, ...finding }: Finding): Finding => ({
  ...finding,
  ...(query !== undefined && { query: unmarked(query) }),
  ...(listed !== undefined && { listed: unmarked(listed) }),
})

const compareMatches = (one: ScreeningMatch, other: ScreeningMatch): number =>
  other.similarity - one.similarity ||
  strengthRank(one) - strengthRank(other) ||
  (one.entry.entityId < other.entry.entityId ? -1 : 1)

const strengthRank = (match: ScreeningMatch): number =>
  match.matched.kind === 'primary' ? 0 : match.matched.strength === 'strong' ? 1 : 2

/** Scores have four decimals. */
const round4 = (score: number): number => Math.round(score * 10_000) / 10_000
