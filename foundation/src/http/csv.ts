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
  const lines = [
    columns.map((column) => cell(typeof column === 'string' ? column : column.name)),
    ...rows.map((row) =>
      columns.map((column) => cell(typeof column === 'string' ? (row[column] as CsvValue) : column.value(row))),
    ),
  ]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

export function sendCsv<Row>(
  reply: FastifyReply,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): FastifyReply {
  return reply.header('content-type', 'text/csv; charset=utf-8; header=present').send(toCsv(columns, rows))
}

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
