/**
 * From the files of a list to a version of it: told apart by content, parsed, merged, judged against the version in
 * use, and put into the form that is stored. Pure, and a second or so of computing: it runs in a worker thread.
 */
import { createHash } from 'node:crypto'
import { canonicalEntries, serializeEntries } from '@service/reputation-domain/lists/canonical.ts'
import { type EntryChange, listChanges } from '@service/reputation-domain/lists/changes.ts'
import type { ListId, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { isCredibleSize, smallestCredibleShare } from '@service/reputation-domain/lists/shrinkage.ts'
import { type FileKind, fileKind, type OfacTable } from '../file-kind.ts'
import { parseEuCsv } from '../formats/eu/eu-csv.ts'
import { parseEuXml } from '../formats/eu/eu-xml.ts'
import { ListFormatError } from '../formats/list-format-error.ts'
import { parseOfacCsv } from '../formats/ofac/ofac-csv.ts'
import { parseOfacXml } from '../formats/ofac/ofac-xml.ts'
import { parseUnXml } from '../formats/un/un-xml.ts'
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
      /** Of the canonical text, in hexadecimal: names what the list says. */
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

function parseFiles(files: readonly Uint8Array[]): ParsedList[] {
  const parsed: ParsedList[] = []
  const tables: Record<OfacTable, Uint8Array[]> = { primary: [], aliases: [], addresses: [], comments: [] }
  for (const file of files) {
    const kind = fileKind(file)
    if (isOfacTable(kind)) tables[kind].push(file)
    else parsed.push(parseDocument[kind](file))
  }
  // SDN and CONS share one numbering, so the side tables of both can be read as one beside each primary table.
  const aliases = joinTables(tables.aliases)
  const addresses = joinTables(tables.addresses)
  const comments = joinTables(tables.comments)
  if (tables.primary.length === 0 && (aliases || addresses || comments)) {
    throw new ListFormatError('OFAC alias, address or comment tables came without SDN.CSV or CONS_PRIM.CSV.')
  }
  for (const primary of tables.primary) {
    parsed.push(
      parseOfacCsv({
        primary,
        ...(aliases && { aliases }),
        ...(addresses && { addresses }),
        ...(comments && { comments }),
      }),
    )
  }
  return parsed
}

const parseDocument = {
  'ofac-xml': parseOfacXml,
  'eu-xml': parseEuXml,
  'eu-csv': parseEuCsv,
  'un-xml': parseUnXml,
} satisfies Record<Exclude<FileKind, OfacTable>, (file: Uint8Array) => ParsedList>

const isOfacTable = (kind: FileKind): kind is OfacTable => !Object.hasOwn(parseDocument, kind)

function joinTables(tables: readonly Uint8Array[]): Uint8Array | undefined {
  if (tables.length < 2) return tables[0]
  return Buffer.concat(
    tables.map((table, index) => {
      if (index === tables.length - 1) return table
      const end = table.at(-1) === 0x1a ? table.length - 1 : table.length // Ctrl-Z closes OFAC's files
      if (table[end - 1] !== 0x0a) throw new ListFormatError('An OFAC table ends within a row. Download it again.')
      return table.subarray(0, end)
    }),
  )
}

/** The newest date of the files; unknown where any file bears none, for that one might be the older or the newer. */
function publicationOf(parsed: readonly ParsedList[]): string | null {
  const dates = parsed.flatMap((file) => file.publishedAt ?? []).sort()
  return dates.length === parsed.length ? (dates.at(-1) ?? null) : null
}
