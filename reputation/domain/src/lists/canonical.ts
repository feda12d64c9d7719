/**
 * The canonical form of a list: one JSON object a line, by entity id, keys and values in a fixed order. Two downloads
 * that say the same give the same bytes, whatever order the authority wrote them in, so the hash of this form names a
 * version of a list, and a line is all there is to compare or keep of an entry.
 */
import type { Identifier, ListEntry, ListedName } from './model/entry.ts'

/** Entries by entity id; those that share an id are one subject found in several files of a list, and are merged. */
export function canonicalEntries(entries: readonly ListEntry[]): ListEntry[] {
  const byId = new Map<string, ListEntry>()
  for (const entry of entries) {
    const known = byId.get(entry.entityId)
    byId.set(entry.entityId, known ? mergeEntries(known, entry) : entry)
  }
  return [...byId.values()].map(canonicalEntry).sort((a, b) => compareText(a.entityId, b.entityId))
}

export const serializeEntries = (canonical: readonly ListEntry[]): string =>
  canonical.map((entry) => `${JSON.stringify(entry)}\n`).join('')

/** Reads what `serializeEntries` wrote. One parse of one array is twice as fast as a parse for each line. */
export const parseEntries = (text: string): ListEntry[] =>
  JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as ListEntry[]

/** The first entry's word counts where only one can: type and primary name. */
function mergeEntries(first: ListEntry, second: ListEntry): ListEntry {
  const known = new Set(first.names.map((name) => name.name))
  const aliases = second.names
    .filter((name) => !known.has(name.name))
    .map((name): ListedName => ({ ...name, kind: 'alias' }))
  const listedOn = [first.listedOn, second.listedOn].filter((day) => day !== undefined).sort(compareText)[0]
  const remarks = [...new Set([first.remarks, second.remarks])].filter((text) => text !== undefined).join('\n')
  return {
    ...first,
    names: [...first.names, ...aliases],
    programs: [...first.programs, ...second.programs],
    datesOfBirth: [...first.datesOfBirth, ...second.datesOfBirth],
    placesOfBirth: [...first.placesOfBirth, ...second.placesOfBirth],
    countries: [...first.countries, ...second.countries],
    identifiers: [...first.identifiers, ...second.identifiers],
    ...(listedOn && { listedOn }),
    ...(remarks && { remarks }),
  }
}

function canonicalEntry(entry: ListEntry): ListEntry {
  return {
    entityId: entry.entityId,
    list: entry.list,
    type: entry.type,
    names: canonicalNames(entry.names),
    programs: canonicalTexts(entry.programs),
    datesOfBirth: canonicalTexts(entry.datesOfBirth),
    placesOfBirth: canonicalTexts(entry.placesOfBirth),
    countries: canonicalTexts(entry.countries),
    identifiers: canonicalObjects(entry.identifiers.map(canonicalIdentifier)),
    ...(entry.listedOn !== undefined && { listedOn: entry.listedOn }),
    ...(entry.remarks !== undefined && { remarks: entry.remarks }),
  }
}

function canonicalNames(names: readonly ListedName[]): ListedName[] {
  const fixed = names.map(({ name, kind, strength, language }): ListedName => {
    return { name, kind, strength, ...(language !== undefined && { language }) }
  })
  const isPrimary = (name: ListedName) => name.kind === 'primary'
  return [...canonicalObjects(fixed.filter(isPrimary)), ...canonicalObjects(fixed.filter((name) => !isPrimary(name)))]
}

const canonicalIdentifier = ({ kind, value, country }: Identifier): Identifier => ({
  kind,
  value,
  ...(country !== undefined && { country }),
})

const canonicalTexts = (texts: readonly string[]): string[] => [...new Set(texts)].sort(compareText)

function canonicalObjects<T>(values: readonly T[]): T[] {
  if (values.length < 2) return [...values]
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...byText].sort(([a], [b]) => compareText(a, b)).map(([, value]) => value)
}

/** By code unit: the order of a locale would differ from one machine to the next. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
