import { entryTypes, type ListEntry } from '../../lists/model/entry.ts'
import { kindOf, type NameKind } from '../tokens/name-kind.ts'
import type { SectionArray, Sections } from './sections.ts'

type StoredEntry = { entry: ListEntry; subjectId: string }

/** The entries as JSON, which is parsed only for a match, and what a query may ask of them. */
export function compileEntries(
  entries: readonly ListEntry[],
  subjects: ReadonlyMap<string, string>,
): { about: { lists: string }; sections: Record<string, SectionArray> } {
  const encoder = new TextEncoder()
  const records = entries.map(
    (entry): StoredEntry => ({ entry, subjectId: subjects.get(entry.entityId) ?? entry.entityId }),
  )
  const texts = records.map((record) => encoder.encode(JSON.stringify(record)))
  const entryStart = new Uint32Array(entries.length + 1)
  const entryBytes = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const [id, text] of texts.entries()) {
    entryBytes.set(text, at)
    at += text.length
    entryStart[id + 1] = at
  }
  const lists = [...new Set(entries.map(({ list }) => list))].sort()
  return {
    about: { lists: JSON.stringify(lists) },
    sections: {
      entryStart,
      entryBytes,
      entryType: Uint8Array.from(entries, (entry) => entryTypes.indexOf(entry.type)),
      entryList: Uint8Array.from(entries, (entry) => lists.indexOf(entry.list)),
      entrySubject: numbersOf(records.map(({ subjectId }) => subjectId)),
    },
  }
}

/** A number for each text, the same for the same ones. */
function numbersOf(texts: readonly string[]): Uint32Array {
  const numbers = new Map<string, number>()
  return Uint32Array.from(texts, (text) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  })
}

/**
 * The entries of an open index, by their numbers, which ascend with their ids.
 *
 * Index bounds: callers pass numbers of its entries.
 */
export class EntryTable {
  readonly #start: Uint32Array
  readonly #bytes: Uint8Array
  readonly #type: Uint8Array
  readonly #list: Uint8Array
  readonly #subject: Uint32Array
  readonly #lists: readonly string[]

  constructor({ about, u8, u32 }: Sections) {
    this.#lists = JSON.parse(String(about.lists))
    this.#start = u32('entryStart')
    this.#bytes = u8('entryBytes')
    this.#type = u8('entryType')
    this.#list = u8('entryList')
    this.#subject = u32('entrySubject')
  }

  /** Whether an entry is of the type and on one of the lists, where these are given. */
  filter({
    type,
    lists,
  }: {
    type?: ListEntry['type']
    lists?: readonly ListEntry['list'][]
  }): (entry: number) => boolean {
    const wantedType = type === undefined ? undefined : entryTypes.indexOf(type)
    const wantedLists = lists && new Set<number | undefined>(lists.map((list) => this.#lists.indexOf(list)))
    return (entry) =>
      (wantedType === undefined || this.#type[entry] === wantedType) &&
      (!wantedLists || wantedLists.has(this.#list[entry]))
  }

  /** Which rules read the names of the entry. */
  kindOf(entry: number): NameKind {
    return kindOf(entryTypes[this.#type[entry]!]!)
  }

  /** The number of the subject that the entry speaks of. */
  subjectOf(entry: number): number {
    return this.#subject[entry]!
  }

  read(entry: number): StoredEntry {
    return JSON.parse(decoder.decode(this.#bytes.subarray(this.#start[entry], this.#start[entry + 1])))
  }
}

const decoder = new TextDecoder()
