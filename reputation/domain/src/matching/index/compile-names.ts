/** The names of all entries as tokens, with every text numbered: a number of a text is a **unit**. */
import type { ListEntry, ListedName } from '../../lists/model/entry.ts'
import { alternativeNames } from '../tokens/alternative-names.ts'
import { analyse } from '../tokens/analyse.ts'
import { kindOf, type NameKind, nameKinds } from '../tokens/name-kind.ts'
import { role, type Token } from '../tokens/token.ts'
import { nameFlag } from './name-table.ts'

/** A token with the units of its text and of its surface. */
export type UnitToken = Token & { unit: number; surfaceUnit: number }

/** A name, with the number of its entry and its position among the names of the entry. */
export type IndexedName = { entry: number; ordinal: number; flags: number; kind: NameKind; tokens: UnitToken[] }

type ReadName = Omit<IndexedName, 'tokens'> & { tokens: Token[] }

/** The names, in order of kind, those with an initial first, then of entry; and the text of each unit. */
export function compileNames(entries: readonly ListEntry[]): { names: IndexedName[]; texts: string[] } {
  const read = entries.flatMap(readNames)
  const hasInitial = ({ flags }: ReadName) => (flags & nameFlag.initial) !== 0
  const ordered = nameKinds
    .map((kind) => read.filter((name) => name.kind === kind))
    .flatMap((names) => [...names.filter(hasInitial), ...names.filter((name) => !hasInitial(name))])
  const units = new Map<string, number>()
  const unitOf = (text: string): number => {
    const known = units.get(text)
    if (known !== undefined) return known
    units.set(text, units.size)
    return units.size - 1
  }
  const names = ordered.map((name) => ({
    ...name,
    tokens: name.tokens.map((token) => ({ ...token, unit: unitOf(token.text), surfaceUnit: unitOf(token.surface) })),
  }))
  return { names, texts: [...units.keys()] }
}

/**
 * The names of an entry, and those that are written into one of them; one that repeats an earlier one word for word is
 * left out, and the stronger of the two stands.
 */
function readNames({ type, names }: ListEntry, entry: number): ReadName[] {
  const kind = kindOf(type)
  const read = new Map<string, ReadName>()
  for (const [ordinal, name] of names.entries()) {
    for (const written of [name.name, ...alternativeNames(name.name, kind)]) {
      const tokens = analyse(written, kind)
      if (tokens.length === 0) continue
      const flags = flagsOf(name, tokens)
      const key = tokens.map((token) => token.surface).join(' ')
      const twin = read.get(key)
      if (!twin) read.set(key, { entry, ordinal, flags, kind, tokens })
      else if (twin.flags & nameFlag.weak && !(flags & nameFlag.weak)) Object.assign(twin, { ordinal, flags })
    }
  }
  return [...read.values()]
}

const flagsOf = (name: ListedName, tokens: readonly Token[]): number =>
  (tokens.some((token) => token.role === role.initial) ? nameFlag.initial : 0) |
  (name.strength === 'weak' ? nameFlag.weak : 0) |
  (name.kind === 'primary' ? nameFlag.primary : 0)

/**
 * The tokens of a name by which it is found. Particles, titles and legal forms find nothing by themselves, unless the
 * name has no other words; legal forms not even then.
 */
export const isIndexed = ({ tokens }: IndexedName): ((token: Token) => boolean) =>
  tokens.some((token) => token.role === role.name)
    ? (token) => token.role === role.name
    : (token) => token.role !== role.legal
