/**
 * OFAC's delimited files, SDN_* and CONS_* alike: no header, CRLF, `-0- ` for nothing, Ctrl-Z at the end.
 *
 * Four files make the list: names, further names, addresses, and the rest of remarks that outgrow their column. They
 * are fetched one after the other, so rows may name entries that another file does not have: those are passed over.
 */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import type { EntryType, ListEntry, ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { csvRows } from '../csv-rows.ts'
import { ListFormatError } from '../list-format-error.ts'
import { listText } from '../list-text.ts'
import { parsedList } from '../parsed-list.ts'
import { tidyEntry } from '../tidy-entry.ts'
import { readOfacRemarks } from './ofac-remarks.ts'

export type OfacCsvFiles = {
  /** SDN.CSV or CONS_PRIM.CSV. */
  primary: Uint8Array
  /** ALT.CSV or CONS_ALT.CSV. */
  aliases?: Uint8Array
  /** ADD.CSV or CONS_ADD.CSV. */
  addresses?: Uint8Array
  /** SDN_COMMENTS.CSV or CONS_COMMENTS.CSV. */
  comments?: Uint8Array
}

export function parseOfacCsv(files: OfacCsvFiles): ParsedList {
  const aliases = grouped(rowsOf(files.aliases, { title: 'OFAC aliases CSV', columns: 5 }), 3)
  const countries = grouped(rowsOf(files.addresses, { title: 'OFAC addresses CSV', columns: 6 }), 4)
  const comments = grouped(rowsOf(files.comments, { title: 'OFAC comments CSV', columns: 2 }), 1)

  const entries = rowsOf(files.primary, { title: 'OFAC names CSV', columns: 12 }).flatMap((row) => {
    const id = text(row[0])
    const remarks = withComments(row[11] ?? '', comments.get(id) ?? [])
    return toEntry(row, aliases.get(id) ?? [], countries.get(id) ?? [], remarks) ?? []
  })
  return parsedList('OFAC', null, entries)
}

const typesByWord: Record<string, EntryType> = { individual: 'individual', vessel: 'vessel', aircraft: 'aircraft' }

function toEntry(
  row: readonly string[],
  aliases: readonly string[],
  addresses: readonly string[],
  remarks: string,
): ListEntry | undefined {
  const found = readOfacRemarks(remarks)
  const callSign = text(row[5])
  return tidyEntry({
    entityId: `OFAC:${text(row[0])}`,
    list: 'OFAC',
    type: typesByWord[text(row[2])] ?? 'entity',
    names: [
      ...[text(row[1]), ...aliases].map((name) => ({ name, strength: 'strong' as const })),
      ...found.weakAliases.map((name) => ({ name, strength: 'weak' as const })),
    ],
    programs: text(row[3]).split('] ['),
    datesOfBirth: found.datesOfBirth,
    placesOfBirth: found.placesOfBirth,
    countries: [...found.countries, ...[text(row[9]), ...addresses].flatMap((name) => countryCode(name) ?? [])],
    identifiers: [...(callSign ? [{ kind: 'call-sign', value: callSign }] : []), ...found.identifiers],
    remarks,
  })
}

/** Characters that the remarks column holds; what is longer goes on, in the middle of a word, in the comments file. */
const maxRemarkLength = 1_000

/** Comments of another day's file may continue a remark that was rewritten since: then they are items of their own. */
function withComments(remarks: string, comments: readonly string[]): string {
  const own = text(remarks) === '' ? '' : remarks
  if (comments.length === 0) return own.trim()
  return (own.length >= maxRemarkLength ? [own + comments.join('')] : [own.trim(), ...comments])
    .filter(Boolean)
    .join('; ')
}

/** A cell without OFAC's word for nothing. */
function text(cell: string | undefined): string {
  const trimmed = cell?.trim() ?? ''
  return trimmed === '-0-' ? '' : trimmed
}

/** Non-empty cells of `column` by the entry they belong to, in order. */
function grouped(rows: readonly (readonly string[])[], column: number): Map<string, string[]> {
  const cells = new Map<string, string[]>()
  for (const row of rows) {
    if (text(row[column]) === '') continue
    const id = text(row[0])
    const group = cells.get(id)
    if (group) group.push(row[column] ?? '')
    else cells.set(id, [row[column] ?? ''])
  }
  return cells
}

/** Below this share of rows that begin with a number and have every column, the file is something else. */
const minShareOfSoundRows = 0.9

/** Sound rows; a damaged one is passed over. A file whose last row no line end closes was cut off, and is refused. */
function rowsOf(file: Uint8Array | undefined, { title, columns }: { title: string; columns: number }): string[][] {
  if (!file) return []
  const sound: string[][] = []
  let total = 0
  let cutOff = false
  for (const { fields, unterminated } of csvRows(listText(file, title), { delimiter: ',', columns })) {
    total += 1
    const isSound = fields.length === columns && /^\s*\d+\s*$/.test(fields[0] ?? '')
    if (isSound) sound.push(fields)
    cutOff = unterminated
  }
  if (cutOff) throw new ListFormatError(`The ${title} file ends inside a row: it was cut off. Download it again.`)
  if (total === 0) throw new ListFormatError(`The ${title} file holds no row. Download it again.`)
  if (sound.length < total * minShareOfSoundRows) {
    throw new ListFormatError(
      `The ${title} file is not of that kind: only ${sound.length} of its ${total} rows begin with a number and have ` +
        `${columns} columns. Check its address.`,
    )
  }
  return sound
}
