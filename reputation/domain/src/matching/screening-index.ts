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
/** A match with the hit that it was made of; a ship number has none. */
type Found = { hit?: Hit; match: ScreeningMatch }
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
    return this.screenWithNear(query).matches.slice(0, query.limit)
  }

  screenWithNear(query: ScreeningQuery): Screened {
    return this.#search(
      query,
      (prepared, min) => this.#retrieval.retrieve(prepared, min, query.threshold),
      (text, kind) => this.#words.neighbours(text, kind),
    )
  }

  screenExhaustively(query: ScreeningQuery): ScreeningMatch[] {
    return this.#search(
      query,
      ({ kind }) => this.#retrieval.everyName(kind),
      (text, kind) => this.#words.scan(text, kind),
    ).matches.slice(0, query.limit)
  }

  compareNames(query: string, listed: string, type: EntryType): { similarity: number; explanation: Finding[] } {
    const explanation: Finding[] = []
    const score = compareNames(query, listed, kindOf(type), this.#tables, explanation)
    return { similarity: round4(score), explanation }
  }

  #search(query: ScreeningQuery, retrieve: Retrieve, find: FindNeighbours): Screened {
    const isWanted = this.#entries.filter(query)
    const hits = this.#findHits(query, isWanted, retrieve, find)
    const [reaching, below] = divide(hits, ({ score }) => score >= query.threshold)
    const named = reaching.map((hit) => this.#toMatch(query, hit))
    const [matching, heldDown] = divide(named, ({ match }) => match.similarity >= query.threshold)
    const ships = this.#ships.entriesNamed(query.name).filter(isWanted)
    const matches = ranked([...matching, ...ships.map((entry) => this.#shipMatch(entry))])
    const limit = query.limit ?? matches.length
    return {
      matches: matches.filter(({ similarity }, i) => i < limit || similarity >= defaultThreshold),
      near: this.#near(query, matches, heldDown, below),
    }
  }

  /** The best name of each entry, of those that reach the threshold or lie near below it. */
  #findHits(
    query: ScreeningQuery,
    isWanted: (entry: number) => boolean,
    retrieve: Retrieve,
    find: FindNeighbours,
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
      const min = Math.min(query.threshold, hasInitial ? minNearInitial : minNear[kind])
      const floor = new ScoreFloor(query, { min, max: hasInitial ? minNearInitial : maxFloor }, best)
      for (const { name, bound } of retrieve(prepared, min)) {
        if (bound < floor.score) break
        const entry = this.#names.entryOf(name)
        if (!isWanted(entry)) continue
        const score = this.#scorer.score(name)
        if (score === 0 || score < floor.score) continue
        if (this.#keepBetter(best, { entry, name, score, query: prepared })) floor.noteChange()
      }
      for (const name of namesOfLoneWord(prepared, { names: this.#names, postings: this.#postings })) {
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

  /** The match of a hit, with the factors that a date of birth and a country apply to its score. */
  #toMatch(query: ScreeningQuery, hit: Hit): Found {
    const { entry, subjectId } = this.#entries.read(hit.entry)
    const known: Finding[] = []
    let score = hit.score
    const apply = (rule: FindingRule, factor: number, queried: string, listed: readonly string[]) => {
      if (factor === 1) return
      score *= factor
      known.push({ rule, query: queried, listed: listed.join(', '), factor })
    }
    const { dateOfBirth, country } = query
    if (dateOfBirth !== undefined)
      apply('date-of-birth', birthFactor(dateOfBirth, entry.datesOfBirth), dateOfBirth, entry.datesOfBirth)
    if (country !== undefined && entry.countries.length > 0 && !entry.countries.includes(country))
      apply('country', otherCountry, country, entry.countries)
    const matched = entry.names[this.#names.ordinalOf(hit.name)] ?? primaryName(entry)
    let explanation: Finding[] | undefined
    const explain = () => {
      explanation ??= [...this.#explain(hit), ...known]
      return explanation
    }
    const match: ScreeningMatch = {
      entry,
      subjectId,
      matched,
      similarity: round4(score),
      get explanation() {
        return explain()
      },
    }
    return { hit, match }
  }

  #explain(hit: Hit): Finding[] {
    this.#compareWith(hit.query)
    const findings: Finding[] = []
    this.#scorer.score(hit.name, findings)
    if (hit.initialism) findings.push(hit.initialism)
    return findings.map(readable)
  }

  #shipMatch(entryNumber: number): Found {
    const { entry, subjectId } = this.#entries.read(entryNumber)
    const explanation: Finding[] = [{ rule: 'ship-number', similarity: 1 }]
    return { match: { entry, subjectId, matched: primaryName(entry), similarity: 1, explanation } }
  }

  /** What is shown beside the matches: hits that a date of birth or a country holds down, and the best of those below. */
  #near(query: ScreeningQuery, matches: readonly ScreeningMatch[], heldDown: Found[], below: Hit[]): NearMatch[] {
    if (heldDown.length === 0 && below.length === 0) return []
    const best = below.sort((one, other) => other.score - one.score || one.entry - other.entry).slice(0, 3 * maxNear)
    const entries = new Set(matches.map(({ entry }) => entry.entityId))
    const subjects = new Set(matches.map(({ subjectId }) => subjectId))
    const near = ranked([...heldDown, ...best.map((hit) => this.#toMatch(query, hit))])
      .filter(({ entry }) => !entries.has(entry.entityId))
      .slice(0, 3 * maxNear)
      .map((match): NearMatch => {
        const isHeldDown = heldDown.some((found) => found.match === match)
        return { ...match, reason: reasonOf(match.explanation, isHeldDown) }
      })
      .filter(({ reason, similarity, entry }) => reason !== 'similar' || similarity >= minNear[kindOf(entry.type)])
    return pickNear(near, (subjectId) => subjects.has(subjectId), maxNear)
  }
}

/** Orders the matches, each entry once. */
function ranked(found: readonly Found[]): ScreeningMatch[] {
  const seen = new Set<string>()
  return found
    .map(({ match }) => match)
    .sort(compareMatches)
    .filter(({ entry }) => !seen.has(entry.entityId) && seen.add(entry.entityId))
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

const compareMatches = (one: ScreeningMatch, other: ScreeningMatch): number =>
  other.similarity - one.similarity ||
  strengthRank(one) - strengthRank(other) ||
  (one.entry.entityId < other.entry.entityId ? -1 : 1)

const strengthRank = (match: ScreeningMatch): number =>
  match.matched.kind === 'primary' ? 0 : match.matched.strength === 'strong' ? 1 : 2

/** Scores have four decimals. */
const round4 = (score: number): number => Math.round(score * 10_000) / 10_000
