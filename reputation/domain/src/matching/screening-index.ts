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
import type { Finding, FindingRule } from './compare/finding.ts'
import { EntryTable } from './index/entry-table.ts'
import { Initialisms } from './index/initialisms.ts'
import { NameTable } from './index/name-table.ts'
import { Postings } from './index/postings.ts'
import { readSections } from './index/sections.ts'
import { ShipNumbers } from './index/ship-numbers.ts'
import { Vocabulary } from './index/vocabulary.ts'
import { WholeNames } from './index/whole-names.ts'
import {
  defaultThreshold,
  maxNear,
  type NearMatch,
  type Screened,
  type ScreeningIndex,
  type ScreeningMatch,
  type ScreeningQuery,
} from './screening.ts'
import { characterOf } from './scripts/han.ts'
import { unmarked } from './scripts/word-mark.ts'
import type { Candidate } from './search/candidates.ts'
import { compareNames } from './search/compare-names.ts'
import { isWordWithInitial, namesOfLoneWord } from './search/lone-word.ts'
import { NameScorer } from './search/name-scorer.ts'
import { pickNear, reasonOf } from './search/near.ts'
import { type FindNeighbours, type PreparedQuery, prepareQuery } from './search/prepared-query.ts'
import { Retrieval } from './search/retrieval.ts'
import { ScoreFloor } from './search/score-floor.ts'
import { speltOut } from './search/spelt-out.ts'
import { toWords } from './text/words.ts'
import { analyse, analyseWords } from './tokens/analyse.ts'
import { kindOf, type NameKind, nameKind, nameKinds } from './tokens/name-kind.ts'
import { otherReadings } from './tokens/other-readings.ts'
import type { Token } from './tokens/token.ts'

/**
 * From this score on, what does not reach the threshold is near it, for a person, an organisation and an object. Each step
 * further down costs every search time, and names of ships that are only similar tell nothing.
 */
const minNear = [0.82, 0.84, 1] as const
/** The same for a person's name of a word and an initial, which scores less at its best. */
const minNearInitial = 0.72
/** However many matches there are, names are compared from this score on: what is near does not depend on the limit. */
const maxFloor = Math.min(...minNear)

/** Factor when the list names countries and the queried one is not among them. */
const otherCountry = 0.95

/** Opens the bytes that `compileIndex` made. Throws `RangeError` when they are damaged. */
export function openIndex(bytes: Uint8Array): ScreeningIndex {
  return new OpenIndex(bytes)
}

/** The best name of an entry, and the query as it was read when the name was found. */
type Hit = { entry: number; name: number; score: number; query: PreparedQuery; initialism?: Finding }
/** A match before its entry is read, which is dear: most of those that lie near are never shown. */
type Found = {
  entry: number
  /** What was compared; a ship's number is no name. */
  query?: PreparedQuery
  similarity: number
  /** The higher, the weaker the name: primary, strong alias, weak alias. */
  weakness: number
  explain(): Finding[]
  match(): ScreeningMatch
}
type Retrieve = (query: PreparedQuery, min: number) => readonly Candidate[]

class OpenIndex implements ScreeningIndex {
  readonly entryCount: number
  readonly nameCount: number
  readonly #words: Vocabulary
  readonly #names: NameTable
  readonly #postings: Postings
  readonly #tables: { words: Vocabulary; names: NameTable; wholeNames: WholeNames; initialisms: Initialisms }
  readonly #entries: EntryTable
  readonly #ships: ShipNumbers
  readonly #scorer: NameScorer
  readonly #retrieval: Retrieval
  readonly #findNear: FindNeighbours = (text, kind) => this.#words.neighbours(text, kind)
  #compared: PreparedQuery | undefined

  constructor(bytes: Uint8Array) {
    const sections = readSections(bytes)
    this.entryCount = Number(sections.about.entries)
    this.nameCount = Number(sections.about.names)
    const words = new Vocabulary(sections)
    const names = new NameTable(sections)
    const postings = new Postings(sections)
    const wholeNames = new WholeNames(sections)
    this.#words = words
    this.#names = names
    this.#postings = postings
    this.#tables = { words, names, wholeNames, initialisms: new Initialisms(sections) }
    this.#entries = new EntryTable(sections)
    this.#ships = new ShipNumbers(sections)
    this.#scorer = new NameScorer(words, names)
    this.#retrieval = new Retrieval({ words, names, postings, wholeNames }, this.#scorer, this.nameCount)
  }

  screen(query: ScreeningQuery): ScreeningMatch[] {
    return this.#search(query, this.#retrieveFor(query), this.#findNear, false).matches.slice(0, query.limit)
  }

  screenWithNear(query: ScreeningQuery): Screened {
    return this.#search(query, this.#retrieveFor(query), this.#findNear, true)
  }

  screenExhaustively(query: ScreeningQuery): ScreeningMatch[] {
    const everyName: Retrieve = ({ kind }) => this.#retrieval.everyName(kind)
    const scan: FindNeighbours = (text, kind) => this.#words.scan(text, kind)
    return this.#search(query, everyName, scan, false).matches.slice(0, query.limit)
  }

  #retrieveFor({ threshold }: ScreeningQuery): Retrieve {
    return (prepared, min) => this.#retrieval.retrieve(prepared, min, threshold)
  }

  compareNames(query: string, listed: string, type: EntryType): { similarity: number; explanation: Finding[] } {
    const explanation: Finding[] = []
    const score = compareNames(query, listed, kindOf(type), this.#tables, explanation)
    return { similarity: round4(score), explanation }
  }

  #search(query: ScreeningQuery, retrieve: Retrieve, find: FindNeighbours, wantsNear: boolean): Screened {
    const isWanted = this.#entries.filter(query)
    const hits = this.#findHits(query, isWanted, retrieve, find, wantsNear)
    const [reaching, below] = divide(hits, ({ score }) => score >= query.threshold)
    const named = reaching.map((hit) => this.#toFound(query, hit))
    const [matching, heldDown] = divide(named, ({ similarity }) => similarity >= query.threshold)
    const ships = this.#ships.entriesNamed(query.name).filter(isWanted)
    const found = ranked([...matching, ...ships.map((entry) => this.#shipFound(entry))])
    const limit = query.limit ?? found.length
    return {
      matches: found
        .filter(({ similarity }, i) => i < limit || similarity >= defaultThreshold)
        .map((one) => one.match()),
      near: wantsNear ? this.#near(query, found, heldDown, below) : [],
    }
  }

  /** The best name of each entry, of those that reach the threshold or lie near below it. */
  #findHits(
    query: ScreeningQuery,
    isWanted: (entry: number) => boolean,
    retrieve: Retrieve,
    find: FindNeighbours,
    wantsNear: boolean,
  ): Hit[] {
    const best = new Map<number, Hit>()
    const alone = new Map<number, Hit>()
    const words = toWords(query.name)
    const readings = kindsOf(query).flatMap((kind) => [
      { kind, tokens: analyseWords(words, kind) },
      ...otherReadings(query.name, kind).map((name) => ({ kind, tokens: analyse(name, kind) })),
    ])
    for (const { kind, tokens } of readings) {
      if (tokens.length === 0) continue
      const prepared = prepareQuery(tokens, kind, this.#words, find)
      this.#compareWith(prepared)
      const hasInitial = isWordWithInitial(prepared)
      const min = wantsNear ? Math.min(query.threshold, hasInitial ? minNearInitial : minNear[kind]) : query.threshold
      const max = !wantsNear ? 1 : hasInitial ? minNearInitial : maxFloor
      const floor = new ScoreFloor(query, { min, max }, best)
      for (const { name, bound } of retrieve(prepared, min)) {
        if (bound < floor.score) break
        const entry = this.#names.entryOf(name)
        if (!isWanted(entry)) continue
        const score = this.#scorer.score(name)
        if (score === 0 || score < floor.score) continue
        if (this.#keepBetter(best, { entry, name, score, query: prepared })) floor.noteChange()
      }
      const loneWords = wantsNear ? namesOfLoneWord(prepared, { names: this.#names, postings: this.#postings }) : []
      for (const name of loneWords) {
        const entry = this.#names.entryOf(name)
        if (!isWanted(entry) || best.has(entry)) continue
        const score = this.#scorer.score(name)
        if (score > 0) this.#keepBetter(alone, { entry, name, score, query: prepared })
      }
      if (kind === nameKind.organisation)
        for (const hit of this.#spellOut(tokens, find))
          if (isWanted(hit.entry) && hit.score >= min) this.#keepBetter(best, hit)
    }
    return [...best.values(), ...alone.values()]
  }

  /** Listed names of whose words the query gives initials. */
  #spellOut(query: readonly Token[], find: FindNeighbours): Hit[] {
    return speltOut(query, this.#tables).map(({ name, tokens, finding }) => {
      const prepared = prepareQuery(tokens, nameKind.organisation, this.#words, find)
      this.#compareWith(prepared)
      const score = finding.factor * this.#scorer.score(name)
      return { entry: this.#names.entryOf(name), name, score, query: prepared, initialism: finding }
    })
  }

  /** Makes the query the one that the scorer compares names with. */
  #compareWith(query: PreparedQuery): void {
    if (this.#compared === query) return
    this.#compared = query
    this.#scorer.setQuery(query)
  }

  #keepBetter(hits: Map<number, Hit>, hit: Hit): boolean {
    if (!this.#isBetter(hit, hits.get(hit.entry))) return false
    hits.set(hit.entry, hit)
    return true
  }

  #isBetter(hit: Hit, known: Hit | undefined): boolean {
    if (!known || hit.score > known.score) return true
    return hit.score === known.score && this.#names.prefers(hit.name, known.name)
  }

  /** A hit with the factors that a date of birth and a country apply to its score. */
  #toFound(query: ScreeningQuery, hit: Hit): Found {
    let stored: ReturnType<EntryTable['read']> | undefined
    const read = () => {
      stored ??= this.#entries.read(hit.entry)
      return stored
    }
    const known: Finding[] = []
    let score = hit.score
    const apply = (rule: FindingRule, factor: number, queried: string, listed: readonly string[]) => {
      if (factor === 1) return
      score *= factor
      known.push({ rule, query: queried, listed: listed.join(', '), factor })
    }
    const { dateOfBirth, country } = query
    if (dateOfBirth !== undefined) {
      const { datesOfBirth } = read().entry
      apply('date-of-birth', birthFactor(dateOfBirth, datesOfBirth), dateOfBirth, datesOfBirth)
    }
    if (country !== undefined) {
      const { countries } = read().entry
      if (countries.length > 0 && !countries.includes(country)) apply('country', otherCountry, country, countries)
    }
    const similarity = round4(score)
    let explanation: Finding[] | undefined
    const explain = () => {
      explanation ??= [...this.#explain(hit), ...known]
      return explanation
    }
    const match = (): ScreeningMatch => {
      const { entry, subjectId } = read()
      const matched = entry.names[this.#names.ordinalOf(hit.name)] ?? primaryName(entry)
      return {
        entry,
        subjectId,
        matched,
        similarity,
        get explanation() {
          return explain()
        },
      }
    }
    return {
      entry: hit.entry,
      query: hit.query,
      similarity,
      weakness: this.#names.weaknessOf(hit.name),
      explain,
      match,
    }
  }

  #explain(hit: Hit): Finding[] {
    this.#compareWith(hit.query)
    const findings: Finding[] = []
    this.#scorer.score(hit.name, findings)
    if (hit.initialism) findings.push(hit.initialism)
    return findings.map(readable)
  }

  /** Explains query by query: names are compared with one at a time, and to change it is dear. */
  #explainAll(found: readonly Found[]): void {
    const queries = new Set([this.#compared, ...found.map(({ query }) => query)])
    for (const query of queries) for (const one of found) if (one.query === query) one.explain()
  }

  #shipFound(entryNumber: number): Found {
    const explanation: Finding[] = [{ rule: 'ship-number', similarity: 1 }]
    const match = (): ScreeningMatch => {
      const { entry, subjectId } = this.#entries.read(entryNumber)
      return { entry, subjectId, matched: primaryName(entry), similarity: 1, explanation }
    }
    return { entry: entryNumber, similarity: 1, weakness: 0, explain: () => explanation, match }
  }

  /** What is shown beside the matches: hits that a date of birth or a country holds down, and the best of those below. */
  #near(query: ScreeningQuery, matches: readonly Found[], heldDown: readonly Found[], below: Hit[]): NearMatch[] {
    if (heldDown.length === 0 && below.length === 0) return []
    const best = below.sort((one, other) => other.score - one.score || one.entry - other.entry).slice(0, 3 * maxNear)
    const entries = new Set(matches.map(({ entry }) => entry))
    const subjects = new Set(matches.map(({ entry }) => this.#entries.subjectOf(entry)))
    const candidates = ranked([...heldDown, ...best.map((hit) => this.#toFound(query, hit))])
      .filter(({ entry }) => !entries.has(entry))
      .slice(0, 3 * maxNear)
    this.#explainAll(candidates)
    const near = candidates
      .map((found) => ({
        found,
        reason: reasonOf(found.explain(), heldDown.includes(found)),
        subject: this.#entries.subjectOf(found.entry),
      }))
      .filter(
        ({ reason, found }) => reason !== 'similar' || found.similarity >= minNear[this.#entries.kindOf(found.entry)],
      )
    return pickNear(near, (subject) => subjects.has(subject), maxNear).map(({ found, reason }) => ({
      ...found.match(),
      reason,
    }))
  }
}

/** Orders what was found, each entry once. */
function ranked(found: readonly Found[]): Found[] {
  const seen = new Set<number>()
  return found.toSorted(compareFound).filter(({ entry }) => !seen.has(entry) && seen.add(entry))
}

function divide<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []]
  for (const item of items) (belongs(item) ? yes : no).push(item)
  return [yes, no]
}

/** The kinds of names that the query is read as. Somebody with a date of birth is a person. */
const kindsOf = (query: ScreeningQuery): readonly NameKind[] => {
  if (query.type !== undefined) return [kindOf(query.type)]
  return query.dateOfBirth === undefined ? nameKinds : [nameKind.person]
}

const shown = (word: string): string => characterOf(word) ?? unmarked(word)

/** The finding with its words as a reader knows them: the marks of scripts are internal. */
const readable = ({ query, listed, ...finding }: Finding): Finding => ({
  ...finding,
  ...(query !== undefined && { query: shown(query) }),
  ...(listed !== undefined && { listed: shown(listed) }),
})

/** Numbers of entries ascend with their ids. */
const compareFound = (one: Found, other: Found): number =>
  other.similarity - one.similarity || one.weakness - other.weakness || one.entry - other.entry

/** Scores have four decimals. */
const round4 = (score: number): number => Math.round(score * 10_000) / 10_000
