/**
 * OFAC's delimited tables (SDN, ALT, ADD, SDN_COMMENTS and CONS_*) that come together, sorted out and read. They have no
 * header row; each kind has a number of columns of its own, and SDN_* and CONS_* are alike.
 */
import type { ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { type Beginning, beginningOf, firstRow } from '../list-format.ts'
import { ListFormatError } from '../list-format-error.ts'
import { parseOfacCsv } from './ofac-csv.ts'

const columnsOf = { primary: 12, aliases: 5, addresses: 6, comments: 2 } as const

export const isOfacTable = (beginning: Beginning): boolean => columnsIn(beginning) !== undefined

/** SDN and CONS share one numbering, so the side tables of both are read as one beside each primary table. */
export function readOfacTables(files: readonly Uint8Array[]): ParsedList[] {
  const byColumns = Map.groupBy(files, (file) => columnsIn(beginningOf(file)))
  const tables = (columns: number): readonly Uint8Array[] => byColumns.get(columns) ?? []
  const aliases = joined(tables(columnsOf.aliases))
  const addresses = joined(tables(columnsOf.addresses))
  const comments = joined(tables(columnsOf.comments))
  const primaries = tables(columnsOf.primary)
  if (primaries.length === 0) {
    throw new ListFormatError('OFAC alias, address or comment tables came without SDN.CSV or CONS_PRIM.CSV.')
  }
  return primaries.map((primary) =>
    parseOfacCsv({
      primary,
      ...(aliases && { aliases }),
      ...(addresses && { addresses }),
      ...(comments && { comments }),
    }),
  )
}

function columnsIn(beginning: Beginning): number | undefined {
  if (!/^"?\d+"?\s*,/.test(beginning.text)) return undefined
  const columns = firstRow(beginning, ',').length
  return Object.values(columnsOf).find((known) => known === columns)
}

function joined(tables: readonly Uint8Array[]): Uint8Array | undefined {
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
