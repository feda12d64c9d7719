/**
 * A **deviation** is a pair of names made from a listed one by rule, and whether they name the same party.
 *
 * The parameter of its rule (the ending, the abbreviation, the syllable) decides which half it belongs to: the matcher is
 * tuned on the **seen** parameters alone, and errors of the others are not printed.
 */
import { hashText } from '@service/reputation-domain/hashing/hashing.ts'
import type { EntryType, ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { scriptOf } from '../scripts.ts'

export type Deviation = { parameter: string; type: EntryType; query: string; listed: string; isMatch: boolean }

export type DeviationClass = { name: string; make(names: ListedNames): Deviation[] }

/** A person's listed name whose parts are known: OFAC writes the family name first and a comma behind it. */
export type PersonName = { listed: string; given: string[]; family: string }

/** Names of the lists, as rules start from them. In the order of the lists, each once. */
export type ListedNames = {
  persons: PersonName[]
  organisations: string[]
  /** Pairs of Latin names of one entry that no spelling explains. */
  alternatives: { type: EntryType; one: string; other: string }[]
}

/** Whether the matcher may be tuned on the parameter. */
export const isSeen = (className: string, parameter: string): boolean =>
  (hashText(`${className}: ${parameter}`) & 1) === 0

export function namesOf(entries: readonly ListEntry[]): ListedNames {
  const persons = new Map<string, PersonName>()
  const organisations = new Set<string>()
  const alternatives: ListedNames['alternatives'] = []
  for (const { type, names } of entries) {
    const latin = names.filter(({ name }) => scriptOf(name) === 'Latin' && name.length < 90)
    for (const { name } of latin) {
      if (type === 'entity') organisations.add(name)
      const person = type === 'individual' ? readPerson(name) : undefined
      if (person) persons.set(name, person)
    }
    const [one, ...others] = latin.filter(
      ({ name, strength }) => strength === 'strong' && !/[/()[\];|=,"«»“”„]/.test(name),
    )
    const other = one && others.find(({ name }) => sharesNoWord(one.name, name))
    if (one && other && type !== 'vessel') alternatives.push({ type, one: one.name, other: other.name })
  }
  return { persons: [...persons.values()], organisations: [...organisations], alternatives }
}

const personName = /^([A-Z][A-Z'-]+), ([A-Z][a-z]+(?: [A-Z][a-z]+)?)$/

function readPerson(name: string): PersonName | undefined {
  const [, family, given] = personName.exec(name) ?? []
  return family && given
    ? { listed: name, family: family.charAt(0) + family.slice(1).toLowerCase(), given: given.split(' ') }
    : undefined
}

function sharesNoWord(one: string, other: string): boolean {
  const words = wordsOf(one)
  const others = wordsOf(other)
  return words.length > 1 && others.length > 1 && others.every((word) => !words.includes(word))
}

export const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The lines of a table as rows of words. */
export const table = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))

/** Every `n`-th of the items, from `from` on, so that rules meet different names. */
export const some = <T>(items: readonly T[], count: number, from: number): T[] => {
  const step = Math.max(1, Math.floor(items.length / count))
  return Array.from({ length: Math.min(count, items.length) }, (_, i) => items[(from + i * step) % items.length] as T)
}
