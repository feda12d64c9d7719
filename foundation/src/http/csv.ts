/**
 * Responses as CSV (RFC 4180): a header row, the columns in the order given, CRLF, UTF-8. A cell that a spreadsheet would
 * take for a formula is neutralised by a leading apostrophe; numbers stay numbers, negative ones too.
 */
import type { FastifyReply } from 'fastify'

export type CsvValue = string | number | boolean | Date | null | undefined
/** A field of the row by its name, or a value with a name of its own. */
export type CsvColumn<Row> = FieldName<Row> | { name: string; value: (row: Row) => CsvValue }
type FieldName<Row> = { [Name in keyof Row & string]: Row[Name] extends CsvValue ? Name : never }[keyof Row & string]

export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return headLine(columns) + linesOf(columns, rows)
}

/** A long list page by page: no more of it is held than its text, and requests of others are served in between. */
export async function toCsvByPage<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Promise<string> {
  const parts = [headLine(columns)]
  for await (const rows of pages) parts.push(linesOf(columns, rows))
  return parts.join('')
}

const headLine = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  lineOf(columns.map((column) => cell(typeof column === 'string' ? column : column.name)))

const linesOf = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows
    .map((row) =>
      lineOf(columns.map((column) => cell(typeof column === 'string' ? (row[column] as CsvValue) : column.value(row)))),
    )
    .join('')

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

export function sendCsv<Row>(
  reply: FastifyReply,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): FastifyReply {
  return sendCsvText(reply, toCsv(columns, rows))
}

export const sendCsvText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'text/csv; charset=utf-8; header=present').send(text)

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : neutral(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What Excel, LibreOffice or Sheets would evaluate, full-width forms included; text that is a plain number is none. */
function neutral(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}
