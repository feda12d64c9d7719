/**
 * From the files of a list to a version of it: recognised by content, parsed, merged, judged against the version in
 * use, and put into the form that is stored. Pure, and a second or so of computing: it runs in a worker thread.
 */
import { createHash } from 'node:crypto'
import { canonicalEntries, serializeEntries } from '@service/reputation-domain/lists/canonical.ts'
import { type EntryChange, listChanges } from '@service/reputation-domain/lists/changes.ts'
import type { ListId, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { isCredibleSize, smallestCredibleShare } from '@service/reputation-domain/lists/shrinkage.ts'
import { formatOf, listFormats } from '../authorities/authorities.ts'
import { ListFormatError } from '../formats/list-format-error.ts'
import { ListRefused } from '../model/refusal.ts'
import { packText, unpackEntries } from './content.ts'

/**
 * Raise it with every change of a parser or of the canonical form, so that what an earlier release has read is fetched
 * and read again although the authority's file is the same.
 */
export const readerVersion = 1

export type FilesToRead = {
  list: ListId
  files: readonly Uint8Array[]
  /** The version in use; absent where there is none, or only the bundled sample, which is no measure. */
  current?: { sha256: string; entries: number; content: Uint8Array }
  /** Set by the operator for one download: a list may really have been cut by a fifth. */
  acceptShrunken?: boolean
}

export type ReadList =
  | { kind: 'same'; publishedAt: string | null }
  | {
      kind: 'new'
      publishedAt: string | null
      /** The hash of the canonical text, in hexadecimal: names what the list says. */
      sha256: string
      entries: number
      content: Uint8Array
      changes: EntryChange[]
    }

/** Throws `ListRefused`. */
export function readList({ list, files, current, acceptShrunken }: FilesToRead): ReadList {
  const parsed = parseAll(list, files)
  const entries = canonicalEntries(parsed.flatMap((file) => file.entries))
  const publishedAt = publicationOf(parsed)
  if (current && !acceptShrunken && !isCredibleSize(entries.length, current.entries)) {
    throw new ListRefused(
      'shrunken',
      `the download holds ${entries.length} entries, fewer than ${smallestCredibleShare * 100} % of the ` +
        `${current.entries} in use; if the list has really shrunk, accept it by hand`,
    )
  }
  const text = serializeEntries(entries)
  const sha256 = createHash('sha256').update(text).digest('hex')
  if (current?.sha256 === sha256) return { kind: 'same', publishedAt }
  const changes = current ? listChanges(unpackEntries(current.content), entries) : []
  return { kind: 'new', publishedAt, sha256, entries: entries.length, content: packText(text), changes }
}

function parseAll(list: ListId, files: readonly Uint8Array[]): ParsedList[] {
  try {
    const parsed = parseFiles(files)
    for (const file of parsed) {
      if (file.list !== list) throw new ListRefused('wrong-list', `a file of the ${file.list} list came for ${list}`)
      if (file.entries.length === 0) throw new ListRefused('format', 'a file holds no entries')
    }
    return parsed
  } catch (cause) {
    if (cause instanceof ListFormatError) throw new ListRefused('format', cause.message, { cause })
    throw cause
  }
}

/** Each format reads all of its files at once: some lists are several tables that belong together. */
function parseFiles(files: readonly Uint8Array[]): ParsedList[] {
  const byFormat = Map.groupBy(files, formatOf)
  return listFormats.flatMap((format) => {
    const own = byFormat.get(format)
    return own ? format.read(own) : []
  })
}

/** The newest date of the files; unknown where any file has none, for that one might be the older or the newer. */
function publicationOf(parsed: readonly ParsedList[]): string | null {
  const dates = parsed.flatMap((file) => file.publishedAt ?? []).sort()
  return dates.length === parsed.length ? (dates.at(-1) ?? null) : null
}
