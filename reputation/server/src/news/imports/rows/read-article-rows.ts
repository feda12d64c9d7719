/**
 * An import of articles, NDJSON or CSV, from a stream of bytes: good rows, and each bad one with its line and what is
 * wrong with it. Memory stays small whatever comes: only the ids seen so far are kept.
 */

import { Breath } from '@service/foundation/breath.ts'
import { Problem } from '@service/foundation/problem.ts'
import { ByteLines, type LineFault } from '@service/foundation/text/byte-lines.ts'
import { type ArticleRow, articleRow, type Field, fieldCalled, type RowFault, type RowFields } from './article-row.ts'
import { CsvRecords, splitRecord } from './csv-records.ts'

export type RowFormat = 'ndjson' | 'csv'

export type ReadRow = { kind: 'row'; line: number; row: ArticleRow } | RejectedRow
export type RejectedRow = { kind: 'rejected'; line: number; code: RejectionCode; reason: string }

/** Stable words; the reason beside them is for people. */
export type RejectionCode =
  | LineFault
  | RowFault['code']
  | 'unclosed-quote'
  | 'not-json'
  | 'wrong-columns'
  | 'duplicate-id'

type Options = {
  format: RowFormat
  now: Date
  maxLineBytes?: number
  /** Empty ones and those within a field included. What lies behind is not read. */
  maxLines?: number
}

/** An article is a few kilobytes; a line of ten megabytes is none. */
const defaultMaxLineBytes = 1024 * 1024

/** Yields rows by the dozen, with a breath between them. Lines are numbered from 1; a row of several lines has the first one's number. */
export async function* readArticleRows(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { format, now, maxLineBytes = defaultMaxLineBytes, maxLines = Number.POSITIVE_INFINITY }: Options,
): AsyncGenerator<ReadRow[]> {
  const lines = new ByteLines(maxLineBytes)
  const reader = format === 'csv' ? new CsvRows(maxLineBytes) : new NdjsonRows()
  const ids = new Map<string, number>()
  const breath = new Breath()
  const judge = (found: readonly FoundRow[]) => found.map((each) => judged(each, ids, now))
  for await (const chunk of chunks) {
    let rows: ReadRow[] = []
    for (const line of lines.push(chunk)) {
      if (line.line > maxLines) throw tooManyLines(maxLines)
      rows.push(...judge(reader.push(line)))
      if (!breath.isDue) continue
      yield rows
      rows = []
      await breath.take()
    }
    if (rows.length > 0) yield rows
    if (reader.hasGivenUp) return
    await breath.take()
  }
  const rest = judge([...lines.end().flatMap((line) => reader.push(line)), ...reader.end()])
  if (rest.length > 0) yield rest
}

type FoundRow = { line: number; fields: RowFields } | RejectedRow
type Line = ReturnType<ByteLines['push']>[number]

const tooManyLines = (max: number) =>
  new Problem('too-large', `An import can have at most ${max} lines. Split it into several.`)

const rejected = (line: number, code: RejectionCode, reason: string): RejectedRow => ({
  kind: 'rejected',
  line,
  code,
  reason,
})

const faultWords: Record<LineFault | 'unclosed-quote', string> = {
  'too-long': 'the line is too long',
  'not-utf-8': 'the line is not UTF-8',
  'unclosed-quote': 'a quoted field is not closed',
}

/** The first row of an id stands. One that says when it was updated is a later version, not a repetition. */
function judged(found: FoundRow, ids: Map<string, number>, now: Date): ReadRow {
  if ('kind' in found) return found
  const { line, fields } = found
  const result = articleRow(fields, now)
  if ('fault' in result) return rejected(line, result.fault.code, result.fault.reason)
  const { row } = result
  if (row.guid !== undefined) {
    const before = ids.get(row.guid)
    if (before === undefined) ids.set(row.guid, line)
    else if (row.updated === undefined) {
      return rejected(line, 'duplicate-id', `id "${row.guid.slice(0, 100)}" is already in line ${before}`)
    }
  }
  return { kind: 'row', line, row }
}

class NdjsonRows {
  readonly hasGivenUp = false

  push(line: Line): FoundRow[] {
    if ('fault' in line) return [rejected(line.line, line.fault, faultWords[line.fault])]
    if (line.text.trim() === '') return []
    const value = parsedJson(line.text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [rejected(line.line, 'not-json', 'the line is no JSON object')]
    }
    return [{ line: line.line, fields: fieldsOf(Object.entries(value)) }]
  }

  end(): FoundRow[] {
    return []
  }
}

function countOf(letter: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(letter); at !== -1; at = text.indexOf(letter, at + 1)) count += 1
  return count
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

class CsvRows {
  readonly #maxLength: number
  #records: CsvRecords | undefined
  #columns: string[] = []
  #givenUp = false

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  /** Without columns to go by, no row can be read. */
  get hasGivenUp(): boolean {
    return this.#givenUp || this.#records?.hasGivenUp === true
  }

  push(line: Line): FoundRow[] {
    if (this.#givenUp) return []
    if (this.#records) return this.#rowsOf(this.#records.push(line))
    if ('text' in line && line.text.trim() === '') return []
    return this.#readHeader(line)
  }

  end(): FoundRow[] {
    return this.#records ? this.#rowsOf(this.#records.end()) : []
  }

  #readHeader(line: Line): FoundRow[] {
    const text = 'text' in line ? line.text : ''
    // Spreadsheets of many countries write semicolons.
    const delimiter = [',', ';', '\t'].reduce((one, other) => (countOf(other, text) > countOf(one, text) ? other : one))
    this.#columns = splitRecord(text, delimiter) ?? []
    const fields = new Set(this.#columns.map((column) => fieldCalled(column)?.field))
    if (fields.has('title') && fields.has('publishedAt') && (fields.has('url') || fields.has('id'))) {
      this.#records = new CsvRecords({ delimiter, maxLength: this.#maxLength })
      return []
    }
    this.#givenUp = true
    return [
      rejected(line.line, 'wrong-columns', 'the first line must name the columns: title, publishedAt, and url or id'),
    ]
  }

  #rowsOf(records: ReturnType<CsvRecords['push']>): FoundRow[] {
    return records.map((record, index): FoundRow => {
      if ('fault' in record) {
        const isLast = this.hasGivenUp && index === records.length - 1
        const reason = faultWords[record.fault]
        return rejected(
          record.line,
          record.fault,
          isLast ? `${reason}, like many before: nothing more was read` : reason,
        )
      }
      const { line, fields } = record
      if (fields.length === this.#columns.length) {
        return { line, fields: fieldsOf(this.#columns.map((column, index) => [column, fields[index]])) }
      }
      return rejected(
        line,
        'wrong-columns',
        `the row has ${fields.length} fields, the first line ${this.#columns.length}`,
      )
    })
  }
}

/** Where two names of a field have values, the more usual name wins, wherever it stands. */
function fieldsOf(entries: readonly (readonly [name: string, value: unknown])[]): RowFields {
  const fields: RowFields = {}
  const ranks = new Map<Field, number>()
  for (const [name, value] of entries) {
    const called = fieldCalled(name)
    if (!called || value === null || value === undefined || value === '') continue
    if (called.rank >= (ranks.get(called.field) ?? Number.POSITIVE_INFINITY)) continue
    ranks.set(called.field, called.rank)
    fields[called.field] = value
  }
  return fields
}
