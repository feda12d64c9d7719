import type { ListEntry, ListId, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { ListFormatError } from './list-format-error.ts'

/** The result of every parser. A list without a single usable entry is no list, and must never replace one. */
export function parsedList(list: ListId, publishedAt: string | null, entries: readonly ListEntry[]): ParsedList {
  if (entries.length === 0) {
    throw new ListFormatError(`The ${list} file holds no entry that has an id and a name. Check its address.`)
  }
  return detached({ list, publishedAt, entries: oncePerId(entries) })
}

/** An id that occurs twice is one subject in two versions; the later one stands, as in the authorities' own viewers. */
function oncePerId(entries: readonly ListEntry[]): ListEntry[] {
  return [...new Map(entries.map((entry) => [entry.entityId, entry])).values()]
}

/**
 * A copy whose strings are its own. A string cut from a longer one keeps the whole alive, so that a list of 10 MB
 * would hold on to the 45 MB of text it was read from.
 */
const detached = (list: ParsedList): ParsedList => JSON.parse(JSON.stringify(list)) as ParsedList
