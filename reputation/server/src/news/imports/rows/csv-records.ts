/**
 * Records of a CSV file (RFC 4180) from its lines. A quoted field may hold line ends; a quote that is never closed costs
 * the line it stands in, and the lines behind it are read as if it had not been there.
 */
import type { ByteLine, LineFault } from '@service/foundation/text/byte-lines.ts'

export type CsvRecord = { line: number; fields: string[] } | { line: number; fault: LineFault | 'unclosed-quote' }

type TextLine = { line: number; text: string }

/** A field of so many lines is no field: somebody forgot a quote. */
const maxLines = 1_000

export class CsvRecords {
  readonly #delimiter: string
  readonly #maxLength: number
  /** Lines of a record whose quoted field is still open. */
  #open: TextLine[] = []
  #openLength = 0

  constructor({ delimiter, maxLength }: { delimiter: string; maxLength: number }) {
    this.#delimiter = delimiter
    this.#maxLength = maxLength
  }

  push(line: ByteLine): CsvRecord[] {
    if ('text' in line) return this.#add(line)
    // Such a line closes nothing.
    return [...this.#giveUp(), { line: line.line, fault: line.fault }]
  }

  end(): CsvRecord[] {
    return this.#giveUp()
  }

  #add(line: TextLine): CsvRecord[] {
    if (this.#open.length === 0 && line.text === '') return []
    this.#open.push(line)
    this.#openLength += line.text.length + 1
    const isContinuation = this.#open.length > 1
    if (isContinuation && !line.text.includes('"')) return this.#isTooLong() ? this.#reread() : []
    const fields = splitRecord(this.#open.map(({ text }) => text).join('\n'), this.#delimiter)
    if (!fields) return this.#isTooLong() ? this.#reread() : []
    const [first = line] = this.#open
    this.#clear()
    return [{ line: first.line, fields }]
  }

  #isTooLong(): boolean {
    return this.#open.length > maxLines || this.#openLength > this.#maxLength
  }

  /** The open line is a fault; those behind it are read again. */
  #reread(): CsvRecord[] {
    const [first, ...rest] = this.#open
    this.#clear()
    if (!first) return []
    return [{ line: first.line, fault: 'unclosed-quote' }, ...rest.flatMap((line) => this.#add(line))]
  }

  #giveUp(): CsvRecord[] {
    const records: CsvRecord[] = []
    while (this.#open.length > 0) records.push(...this.#reread())
    return records
  }

  #clear(): void {
    this.#open = []
    this.#openLength = 0
  }
}

/** The fields of one record; undefined while a quoted one is open. A quote counts only as the first letter of a field. */
export function splitRecord(text: string, delimiter: string): string[] | undefined {
  const fields: string[] = []
  let at = 0
  for (;;) {
    let value = ''
    if (text[at] === '"') {
      const quoted = readQuoted(text, at + 1)
      if (!quoted) return undefined
      value = quoted.value
      at = quoted.next
    }
    // Whatever follows a closing quote before the next delimiter is taken as it stands.
    const next = text.indexOf(delimiter, at)
    fields.push(value + text.slice(at, next === -1 ? undefined : next))
    if (next === -1) return fields
    at = next + 1
  }
}

function readQuoted(text: string, from: number): { value: string; next: number } | undefined {
  let value = ''
  let at = from
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return undefined
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, next: quote + 1 }
    value += '"'
    at = quote + 2
  }
}
