import { markOf } from '../scripts/word-mark.ts'
import { kindCount, kindOf, type NameKind, nameKind } from '../tokens/name-kind.ts'
/**
 * Compiles lists into one file that answers screenings: the names as tokens, which names hold a token (postings), which
 * tokens lie near a word (keys), how much each token tells (weights), and the entries themselves.
 *
 * Deterministic: the same entries give the same bytes, in whatever order they come.
 */

import { hashText } from '../../hashing/hashing.ts'
import { entryTypes, type ListEntry, listIds } from '../../lists/model/entry.ts'
import { roleWeight } from '../search/prepared-query.ts'
import { type Spelt, spell } from '../spelling/word-similarity.ts'
import { analyse, role, type Token } from '../tokens/analyse.ts'
import { wordWeight } from '../tokens/word-weight.ts'
import { compileTranslations, type ListedWord } from './compile-translations.ts'
import { compileKeyTable } from './key-table.ts'
import { isForeign, learnTranslations, type OrganisationName } from './learn-translations.ts'
import { leftoverOf, nameFlag } from './listed-names.ts'
import { type SectionArray, writeSections } from './sections.ts'
import { compileTokens, type ListedToken } from './token-table.ts'
import { shapeSize, writeShape } from './vocabulary.ts'
import { keysOf, WordKeys } from './word-keys.ts'

type CompiledName = { entry: number; ordinal: number; flags: number; kind: NameKind; tokens: Token[] }

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
  const names = compileNames(sorted)
  const units = new Map<string, number>()
  const unit = (text: string): number => {
    const known = units.get(text)
    if (known !== undefined) return known
    units.set(text, units.size)
    return units.size - 1
  }

  const tokenCount = names.reduce((sum, name) => sum + name.tokens.length, 0)
  const nameStart = new Uint32Array(names.length + 1)
  const nameEntry = new Uint32Array(names.length)
  const nameOrdinal = new Uint32Array(names.length)
  const nameFlags = new Uint8Array(names.length)
  const tokenUnit = new Uint32Array(tokenCount)
  const tokenSurface = new Uint32Array(tokenCount)
  const tokenRole = new Uint8Array(tokenCount)
  const kindStart = new Uint32Array(kindCount + 1)
  let at = 0
  for (const [id, name] of names.entries()) {
    nameStart[id] = at
    nameEntry[id] = name.entry
    nameOrdinal[id] = name.ordinal
    nameFlags[id] = name.flags
    kindStart[name.kind + 1] = id + 1
    for (const token of name.tokens) {
      tokenUnit[at] = unit(token.text)
      tokenSurface[at] = unit(token.surface)
      tokenRole[at] = token.role
      at++
    }
  }
  nameStart[names.length] = at
  for (let kind = 1; kind <= kindCount; kind++) if (kindStart[kind] === 0) kindStart[kind] = kindStart[kind - 1]!

  const unitCount = units.size
  const { postingStart, postings, indexed } = compilePostings(names, nameStart, tokenUnit, tokenRole, unitCount)
  const unitWeight = compileWeights(names, nameStart, tokenUnit, [...units.keys()])
  const learnt = learnTranslations(
    organisationNames(names, sorted, subjects).filter(({ entityId }) => !excludeFromLearning?.has(entityId)),
  )
  const translations = compileTranslations(learnt, organisationWords(names, nameStart, tokenUnit, unitWeight))
  for (const [unit, weight] of translations.weights) unitWeight[unit * kindCount + nameKind.organisation] = weight
  const sections: Record<string, SectionArray> = {
    nameStart,
    nameEntry,
    nameOrdinal,
    nameFlags,
    ...compileTokens(listedTokens(names, tokenUnit, tokenSurface, unitWeight)),
    kindStart,
    postingStart,
    postings,
    unitWeight,
    nameLeftover: compileLeftovers(names, nameStart, tokenUnit, unitWeight),
    ...translations.sections,
    ...compileUnits([...units.keys()], indexed, kindsOf(names, nameStart, tokenUnit, unitCount)),
    ...compileWholeNames(names),
    ...compileEntries(sorted, subjects),
    ...compileShipNumbers(sorted),
  }
  const personsWithInitial = names.findIndex(
    ({ kind, flags }) => kind !== nameKind.person || (flags & nameFlag.initial) === 0,
  )
  const about = {
    entries: sorted.length,
    names: names.length,
    personsWithInitial: personsWithInitial < 0 ? names.length : personsWithInitial,
    units: unitCount,
  }
  return writeSections(about, sections)
}

/**
 * Names in order of kind, those with an initial first, then of entry; a name that repeats an earlier one of its entry word
 * for word is left out.
 */
function compileNames(entries: readonly ListEntry[]): CompiledName[] {
  const byKind: CompiledName[][] = [[], [], []]
  for (const [entry, listed] of entries.entries()) {
    const kind = kindOf(listed.type)
    const seen = new Map<string, CompiledName>()
    for (const [ordinal, name] of listed.names.entries()) {
      const tokens = analyse(name.name, kind)
      if (tokens.length === 0) continue
      const initial = tokens.some((token) => token.role === role.initial) ? nameFlag.initial : 0
      const flags =
        initial | (name.strength === 'weak' ? nameFlag.weak : 0) | (name.kind === 'primary' ? nameFlag.primary : 0)
      const key = tokens.map((token) => token.surface).join(' ')
      const twin = seen.get(key)
      if (twin) {
        // The stronger of two equal names stands.
        if (twin.flags & nameFlag.weak && !(flags & nameFlag.weak)) Object.assign(twin, { ordinal, flags })
        continue
      }
      const compiled = { entry, ordinal, flags, kind, tokens }
      seen.set(key, compiled)
      byKind[kind]!.push(compiled)
    }
  }
  const hasInitial = ({ flags }: CompiledName) => (flags & nameFlag.initial) !== 0
  return byKind.flatMap((names) => [...names.filter(hasInitial), ...names.filter((name) => !hasInitial(name))])
}

function listedTokens(
  names: CompiledName[],
  tokenUnit: Uint32Array,
  tokenSurface: Uint32Array,
  unitWeight: Float32Array,
): ListedToken[] {
  const listed: ListedToken[] = []
  for (const { kind, tokens } of names)
    for (const { text, surface, role: its } of tokens) {
      const unit = tokenUnit[listed.length]!
      const weight = its === role.name ? unitWeight[unit * kindCount + kind]! : roleWeight[its]!
      const mark = markOf(text)
      listed.push({ unit, surface: tokenSurface[listed.length]!, weight, role: its, mark, length: surface.length })
    }
  return listed
}

/** Which names hold a unit. Particles, titles and legal forms find nothing by themselves and are not indexed. */
function compilePostings(
  names: CompiledName[],
  nameStart: Uint32Array,
  tokenUnit: Uint32Array,
  tokenRole: Uint8Array,
  unitCount: number,
) {
  const lastName = new Int32Array(unitCount).fill(-1)
  const count = new Uint32Array(unitCount + 1)
  const visit = (each: (unit: number, name: number) => void) => {
    lastName.fill(-1)
    for (let name = 0; name < names.length; name++) {
      const end = nameStart[name + 1]!
      let hasName = false
      for (let at = nameStart[name]!; at < end; at++) if (tokenRole[at] === role.name) hasName = true
      for (let at = nameStart[name]!; at < end; at++) {
        const kept = tokenRole[at] === role.name || (!hasName && tokenRole[at] !== role.legal)
        const unit = tokenUnit[at]!
        if (!kept || lastName[unit] === name) continue
        lastName[unit] = name
        each(unit, name)
      }
    }
  }
  visit((unit) => {
    count[unit + 1]!++
  })
  for (let unit = 0; unit < unitCount; unit++) count[unit + 1]! += count[unit]!
  const postings = new Uint32Array(count[unitCount]!)
  const next = count.slice()
  visit((unit, name) => {
    postings[next[unit]!++] = name
  })
  const indexed = new Uint8Array(unitCount)
  for (let unit = 0; unit < unitCount; unit++) indexed[unit] = count[unit + 1]! > count[unit]! ? 1 : 0
  return { postingStart: count, postings, indexed }
}

/** Weight of each unit for each kind, at `unit * kindCount + kind`, from the number of entries of the kind that bear it. */
function compileWeights(
  names: CompiledName[],
  nameStart: Uint32Array,
  tokenUnit: Uint32Array,
  texts: string[],
): Float32Array {
  const unitCount = texts.length
  const lastEntry = new Int32Array(unitCount * kindCount).fill(-1)
  const bearers = new Uint32Array(unitCount * kindCount)
  const all = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (const id of inOrderOfEntries(names)) {
    const name = names[id]!
    all[name.kind]!.add(name.entry)
    for (let at = nameStart[id]!; at < nameStart[id + 1]!; at++) {
      const cell = tokenUnit[at]! * kindCount + name.kind
      if (lastEntry[cell] === name.entry) continue
      lastEntry[cell] = name.entry
      bearers[cell]!++
    }
  }
  const weights = new Float32Array(unitCount * kindCount)
  for (let cell = 0; cell < weights.length; cell++) {
    const kind = (cell % kindCount) as NameKind
    weights[cell] = wordWeight(texts[Math.floor(cell / kindCount)]!, kind, bearers[cell]!, all[kind]!.size)
  }
  return weights
}

/** The numbers of the names, those of an entry together. */
function inOrderOfEntries(names: CompiledName[]): Uint32Array {
  const next = new Uint32Array(names.reduce((most, { entry }) => Math.max(most, entry), 0) + 2)
  for (const { entry } of names) next[entry + 1]!++
  for (let entry = 1; entry < next.length; entry++) next[entry]! += next[entry - 1]!
  const order = new Uint32Array(names.length)
  for (const [id, { entry }] of names.entries()) order[next[entry]!++] = id
  return order
}

/** The names of organisations with the words that carry them. */
function organisationNames(
  names: CompiledName[],
  entries: readonly ListEntry[],
  subjects: ReadonlyMap<string, string>,
): (OrganisationName & { entityId: string })[] {
  return names
    .filter(({ kind }) => kind === nameKind.organisation)
    .map(({ entry, ordinal, tokens }) => {
      const { entityId, names: own } = entries[entry]!
      return {
        entityId,
        subject: subjects.get(entityId) ?? entityId,
        foreign: isForeign(own[ordinal]!.name),
        words: tokens.filter((token) => token.role === role.name).map(({ text }) => text),
      }
    })
}

/** The words that carry the names of organisations, each once. */
function organisationWords(
  names: CompiledName[],
  nameStart: Uint32Array,
  tokenUnit: Uint32Array,
  unitWeight: Float32Array,
): ListedWord[] {
  const words = new Map<number, ListedWord>()
  for (const [id, name] of names.entries()) {
    if (name.kind !== nameKind.organisation) continue
    for (const [position, { text, role: its }] of name.tokens.entries()) {
      const unit = tokenUnit[nameStart[id]! + position]!
      if (its === role.name)
        words.set(unit, { text, unit, weight: unitWeight[unit * kindCount + nameKind.organisation]! })
    }
  }
  return [...words.values()]
}

/** Per name, the weight of its words when nothing answers to them: it bounds the score of a query that lacks them. */
function compileLeftovers(
  names: CompiledName[],
  nameStart: Uint32Array,
  tokenUnit: Uint32Array,
  unitWeight: Float32Array,
): Float32Array {
  return Float32Array.from(names, ({ tokens, kind }, id) =>
    leftoverOf(
      Uint8Array.from(tokens, (token) => token.role),
      (j) => tokens[j]!.text,
      (j) => unitWeight[tokenUnit[nameStart[id]! + j]! * kindCount + kind]!,
    ),
  )
}

/** The kinds of names that hold each unit, a bit for each. */
function kindsOf(names: CompiledName[], nameStart: Uint32Array, tokenUnit: Uint32Array, unitCount: number): Uint8Array {
  const kinds = new Uint8Array(unitCount)
  for (const [id, { kind }] of names.entries())
    for (let at = nameStart[id]!; at < nameStart[id + 1]!; at++) kinds[tokenUnit[at]!]! |= 1 << kind
  return kinds
}

/** Texts and signs of the units, a hash table from text to unit, and the buckets of keys of those that are indexed. */
function compileUnits(texts: string[], indexed: Uint8Array, kinds: Uint8Array): Record<string, SectionArray> {
  const spelt = texts.map(spell)
  const textBytes = new Uint8Array(spelt.reduce((sum, { textLength }) => sum + textLength, 0))
  const signBytes = new Uint8Array(spelt.reduce((sum, { length }) => sum + length, 0))
  const shapes = new Uint32Array(texts.length * shapeSize)
  const slots = new Uint32Array(tableSize(texts.length * 2))
  let textStart = 0
  let signStart = 0
  for (const [id, word] of spelt.entries()) {
    const { text, signs } = word
    writeShape(shapes, id, word, { kinds: kinds[id]!, signStart, textStart })
    signBytes.set(signs, signStart)
    signStart += word.length
    for (let i = 0; i < text.length; i++) textBytes[textStart++] = text.charCodeAt(i)
    let slot = hashText(text) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = id + 1
  }
  return { unitShape: shapes, textBytes, signBytes, unitSlots: slots, ...compileKeys(spelt, indexed) }
}

/** The keys of the units that are indexed. */
function compileKeys(words: Spelt[], indexed: Uint8Array): Record<string, SectionArray> {
  let keys = new Uint32Array(words.length * 32)
  const keyEnd = new Uint32Array(words.length)
  const own = new WordKeys()
  let total = 0
  for (const [unit, word] of words.entries()) {
    if (indexed[unit] === 1) {
      keysOf(word, 'listed', own)
      if (total + own.count > keys.length) {
        const longer = new Uint32Array(keys.length * 2)
        longer.set(keys)
        keys = longer
      }
      for (let i = 0; i < own.count; i++) if (own.keys.indexOf(own.keys[i]!) === i) keys[total++] = own.keys[i]!
    }
    keyEnd[unit] = total
  }
  return compileKeyTable(keys, keyEnd)
}

/** Hash of each name's letters without spaces, sorted, so that a name written as one word finds itself. */
function compileWholeNames(names: CompiledName[]): Record<string, SectionArray> {
  const hashes = names.map((name) => hashText(name.tokens.map((token) => token.surface).join('')))
  const order = Uint32Array.from(names.keys()).sort((one, other) => hashes[one]! - hashes[other]! || one - other)
  return { wholeHash: Uint32Array.from(order, (name) => hashes[name]!), wholeName: order }
}

function compileEntries(
  entries: readonly ListEntry[],
  subjects: ReadonlyMap<string, string>,
): Record<string, SectionArray> {
  const encoder = new TextEncoder()
  const records = entries.map((entry) =>
    encoder.encode(JSON.stringify({ entry, subjectId: subjects.get(entry.entityId) ?? entry.entityId })),
  )
  const entryStart = new Uint32Array(entries.length + 1)
  for (const [id, record] of records.entries()) entryStart[id + 1] = entryStart[id]! + record.length
  const entryBytes = new Uint8Array(entryStart[entries.length]!)
  for (const [id, record] of records.entries()) entryBytes.set(record, entryStart[id]!)
  return {
    entryStart,
    entryBytes,
    entryType: Uint8Array.from(entries, (entry) => entryTypes.indexOf(entry.type)),
    entryList: Uint8Array.from(entries, (entry) => listIds.indexOf(entry.list)),
  }
}

/** IMO numbers of ships and shipowners, sorted, with their entries. */
function compileShipNumbers(entries: readonly ListEntry[]): Record<string, SectionArray> {
  const pairs: [number: number, entry: number][] = []
  for (const [id, entry] of entries.entries())
    for (const identifier of entry.identifiers) {
      if (identifier.kind !== 'imo') continue
      const digits = identifier.value.replace(/\D/g, '')
      if (digits.length === 7) pairs.push([Number(digits), id])
    }
  pairs.sort((one, other) => one[0] - other[0] || one[1] - other[1])
  return {
    shipNumber: Uint32Array.from(pairs, (pair) => pair[0]),
    shipEntry: Uint32Array.from(pairs, (pair) => pair[1]),
  }
}

const tableSize = (items: number): number => 2 ** Math.max(4, Math.ceil(Math.log2(items + 1)))
