import { entryTypes, type ListEntry } from '../../lists/model/entry.ts'
import type { SectionArray, Sections } from './sections.ts'

type StoredEntry = { entry: ListEntry; subjectId: string }

/** The entries as JSON, which is parsed only for a match, and what a query may ask of them. */
export function compileEntries(
  entries: readonly ListEntry[],
  subjects: ReadonlyMap<string, string>,
): { about: { lists: string }; sections: Record<string, SectionArray> } {
  const encoder = new TextEncoder()
  const records = entries.map((entry) => {
    const record: StoredEntry = { entry, subjectId: subjects.get(entry.entityId) ?? entry.entityId }
    return encoder.encode(JSON.stringify(record))
  })
  const entryStart = new Uint32Array(entries.length + 1)
  const entryBytes = new Uint8Array(records.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const [id, record] of records.entries()) {
    entryBytes.set(record, at)
    at += record.length
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
    },
  }
}

/** The entries of an open index, by their numbers. */
export class EntryTable {
  readonly #start: Uint32Array
  readonly #bytes: Uint8Array
  readonly #type: Uint8Array
  readonly #list: Uint8Array
  readonly #lists: readonly string[]

  constructor({ about, u8, u32 }: Sections) {
    this.#lists = JSON.parse(String(about.lists))
    this.#start = u32('entryStart')
    this.#bytes = u8('entryBytes')
    this.#type = u8('entryType')
    this.#list = u8('entryList')
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

  read(entry: number): StoredEntry {
    return JSON.parse(decoder.decode(this.#bytes.subarray(this.#start[entry], this.#start[entry + 1])))
  }
}

const decoder = new TextDecoder()
