/**
 * Compiles lists into one file that answers screenings: the names as tokens, which names hold a token (postings), which
 * tokens lie near a word (keys), how much each token tells (weights), and the entries themselves.
 *
 * Deterministic: the same entries give the same bytes, in whatever order they come.
 *
 * Index bounds: units are numbered below the count of texts, and names know their entry and their place in it.
 */
import type { ListEntry } from '../../lists/model/entry.ts'
import { leftoverWeight, nameWordsOf } from '../compare/leftover.ts'
import { roleWeight } from '../compare/score-settings.ts'
import { withoutCode } from '../scripts/han.ts'
import { beginsLatin, markOf } from '../scripts/word-mark.ts'
import { maxWordLength } from '../spelling/signs.ts'
import { kindCount, nameKind, nameKinds } from '../tokens/name-kind.ts'
import { role } from '../tokens/token.ts'
import { compileNames, type IndexedName, isIndexed, type UnitToken } from './compile-names.ts'
import { compileTranslations, type ListedWord } from './compile-translations.ts'
import { compileUnits } from './compile-units.ts'
import { ContractedWords } from './contracted-words.ts'
import { compileEntries } from './entry-table.ts'
import { compileInitialisms } from './initialisms.ts'
import { knownTranslations } from './known-translations.ts'
import { isForeign, learnTranslations, type OrganisationName } from './learn-translations.ts'
import { nameFlag } from './name-table.ts'
import { type SectionArray, writeSections } from './sections.ts'
import { compileShipNumbers } from './ship-numbers.ts'
import { compileTokens } from './token-table.ts'
import { UnitWeights } from './unit-weights.ts'
import { compileWholeNames } from './whole-names.ts'

/**
 * `subjects` gives the subject of every entry (see `assignSubjects`). Names that hold nothing to compare are left out.
 * Translations are learnt from all entries but those whose ids are in `excludeFromLearning`.
 */
export function compileIndex(
  entries: readonly ListEntry[],
  subjects: ReadonlyMap<string, string>,
  { excludeFromLearning }: { excludeFromLearning?: ReadonlySet<string> } = {},
): Uint8Array<ArrayBuffer> {
  const sorted = [...entries].sort((one, other) => (one.entityId < other.entityId ? -1 : 1))
  const { names, texts } = compileNames(sorted)
  const weights = new UnitWeights(names, texts)
  const learnt = learnTranslations(
    organisationNames(names, sorted, subjects).filter(({ entityId }) => !excludeFromLearning?.has(entityId)),
  )
  const translations = compileTranslations([...learnt, ...knownTranslations()], organisationWords(names, weights))
  for (const [unit, weight] of translations.weights) weights.set(unit, nameKind.organisation, weight)
  limitContractions(organisationWords(names, weights), weights)
  const { postingStart, postings } = compilePostings(names, texts.length)
  const storedEntries = compileEntries(sorted, subjects)
  const kinds = kindsOfUnits(names, texts.length)
  const sections: Record<string, SectionArray> = {
    ...compileNameTable(names),
    ...compileNameTokens(names, weights),
    kindStart: compileKindStarts(names),
    postingStart,
    postings,
    unitWeight: weights.section,
    nameLeftover: compileLeftovers(names, weights),
    ...translations.sections,
    ...compileUnits(texts, isIndexedUnit(postingStart), kinds),
    contractedUnits: contractedUnits(texts, kinds, weights),
    ...compileWholeNames(names),
    ...compileInitialisms(names),
    ...storedEntries.sections,
    ...compileShipNumbers(sorted),
  }
  const isPersonWithInitial = ({ kind, flags }: IndexedName) =>
    kind === nameKind.person && (flags & nameFlag.initial) !== 0
  const about = {
    ...storedEntries.about,
    entries: sorted.length,
    names: names.length,
    // These stand first.
    personsWithInitial: names.filter(isPersonWithInitial).length,
    units: texts.length,
  }
  return writeSections(about, sections)
}

/** Where the tokens of each name begin, and what it is. */
function compileNameTable(names: readonly IndexedName[]): Record<string, SectionArray> {
  const nameStart = new Uint32Array(names.length + 1)
  let at = 0
  for (const [id, { tokens }] of names.entries()) {
    at += tokens.length
    nameStart[id + 1] = at
  }
  return {
    nameStart,
    nameEntry: Uint32Array.from(names, ({ entry }) => entry),
    nameOrdinal: Uint32Array.from(names, ({ ordinal }) => ordinal),
    nameFlags: Uint8Array.from(names, ({ flags }) => flags),
  }
}

function compileNameTokens(names: readonly IndexedName[], weights: UnitWeights): Record<string, SectionArray> {
  const records = names.flatMap(({ kind, tokens }) =>
    tokens.map(({ text, surface, unit, surfaceUnit, role: tokenRole }) => ({
      unit,
      surface: surfaceUnit,
      weight: tokenRole === role.name ? weights.get(unit, kind) : roleWeight[tokenRole],
      role: tokenRole,
      mark: markOf(text),
      length: withoutCode(surface).length,
    })),
  )
  return compileTokens(records)
}

/** Where the names of each kind begin, and where the last ones end. */
function compileKindStarts(names: readonly IndexedName[]): Uint32Array {
  const counts = nameKinds.map((kind) => names.filter((name) => name.kind === kind).length)
  const start = new Uint32Array(kindCount + 1)
  let at = 0
  for (const [kind, count] of counts.entries()) {
    at += count
    start[kind + 1] = at
  }
  return start
}

/** The names that hold each unit, and where those of a unit begin. */
function compilePostings(names: readonly IndexedName[], unitCount: number) {
  const holders = Array.from({ length: unitCount }, (): number[] => [])
  for (const [id, name] of names.entries())
    for (const unit of new Set(name.tokens.filter(isIndexed(name)).map((token) => token.unit))) holders[unit]?.push(id)
  const postingStart = new Uint32Array(unitCount + 1)
  const postings = new Uint32Array(holders.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const [unit, ids] of holders.entries()) {
    postings.set(ids, at)
    at += ids.length
    postingStart[unit + 1] = at
  }
  return { postingStart, postings }
}

/** Whether any name is found by the unit: whether it has postings. */
const isIndexedUnit =
  (postingStart: Uint32Array) =>
  (unit: number): boolean =>
    postingStart[unit] !== postingStart[unit + 1]

/** The kinds of names that hold each unit, a bit for each. */
function kindsOfUnits(names: readonly IndexedName[], unitCount: number): Uint8Array {
  const kinds = new Uint8Array(unitCount)
  for (const { kind, tokens } of names) for (const { unit } of tokens) kinds[unit]! |= 1 << kind
  return kinds
}

/** The names of organisations with the words that carry them. */
function organisationNames(
  names: readonly IndexedName[],
  entries: readonly ListEntry[],
  subjects: ReadonlyMap<string, string>,
): (OrganisationName & { entityId: string })[] {
  return names
    .filter(({ kind }) => kind === nameKind.organisation)
    .map(({ entry, ordinal, tokens }) => {
      const { entityId, names: entryNames } = entries[entry]!
      return {
        entityId,
        subject: subjects.get(entityId) ?? entityId,
        foreign: isForeign(entryNames[ordinal]!.name),
        words: tokens.filter(isName).map(({ text }) => text),
      }
    })
}

/** Makes short forms weigh no more than the words that they stand for. */
function limitContractions(words: readonly ListedWord[], weights: UnitWeights): void {
  const contracted = new ContractedWords(words)
  for (const { text, unit, weight } of words) {
    const limit = contracted.weightLimit(text)
    if (limit < weight) weights.set(unit, nameKind.organisation, limit)
  }
}

/** The words of organisations' names that may be contracted or contractions. */
const contractedUnits = (texts: readonly string[], kinds: Uint8Array, weights: UnitWeights): Uint32Array =>
  Uint32Array.from(
    [...texts.keys()].filter((unit) => {
      const text = texts[unit] ?? ''
      if (((kinds[unit] ?? 0) & (1 << nameKind.organisation)) === 0 || text.length > maxWordLength) return false
      return beginsLatin(text) && ContractedWords.mayHold(text, weights.get(unit, nameKind.organisation))
    }),
  )

/** The words that carry the names of organisations, each once. */
function organisationWords(names: readonly IndexedName[], weights: UnitWeights): ListedWord[] {
  const words = new Map<number, ListedWord>()
  for (const { tokens } of names.filter(({ kind }) => kind === nameKind.organisation))
    for (const { text, unit } of tokens.filter(isName))
      words.set(unit, { text, unit, weight: weights.get(unit, nameKind.organisation) })
  return [...words.values()]
}

const isName = (token: UnitToken): boolean => token.role === role.name

/** Per name, the weight of its words when all are left over: it bounds the score of a query that lacks them. */
const compileLeftovers = (names: readonly IndexedName[], weights: UnitWeights): Float32Array =>
  Float32Array.from(names, ({ tokens, kind }) =>
    leftoverWeight(kind, nameWordsOf(tokens), (i) => weights.get(tokens[i]?.unit ?? 0, kind)),
  )
