/**
 * Records of a CSV file (RFC 4180) from its lines. A quoted field may hold line ends; a quote that is never closed costs
 * the line it stands in, and the lines behind it are read as if it had not been there.
 */
import type { ByteLine, LineFault } from '@service/foundation/text/byte-lines.ts'

export type CsvRecord = { line: number; fields: string[] } | { line: number; fault: LineFault | 'unclosed-quote' }

type TextLine = { line: number; text: string }

/** A field of so many lines is no field: somebody forgot a quote. */
const maxLines = 1_000
/** So many of them, and the file is none whose quotes mean anything. */
const maxUnclosed = 100
/** No table has so many columns. */
const maxFields = 1_000

export class CsvRecords {
  readonly #delimiter: string
  readonly #maxLength: number
  /** Lines of a record whose quoted field is still open. */
  #open: TextLine[] = []
  #openLength = 0
  /** Whether a quoted field is open at the end of those lines. */
  #isOpen = false
  #unclosed = 0

  constructor({ delimiter, maxLength }: { delimiter: string; maxLength: number }) {
    this.#delimiter = delimiter
    this.#maxLength = maxLength
  }

  /** Nothing more is to be read from the file. */
  get hasGivenUp(): boolean {
    return this.#unclosed >= maxUnclosed
  }

  push(line: ByteLine): CsvRecord[] {
    if (this.hasGivenUp) return []
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
    // Each line is looked at once: splitting all of them again with every line would take forever.
    this.#isOpen = isOpenAfter(line.text, this.#delimiter, this.#isOpen)
    if (this.#isOpen) return this.#isTooLong() ? this.#reread() : []
    const fields = splitRecord(this.#open.map(({ text }) => text).join('\n'), this.#delimiter) ?? []
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
    if (!first || this.hasGivenUp) return []
    this.#unclosed += 1
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
    this.#isOpen = false
  }
}

/** Whether a quoted field is open at the end of the line, as `splitRecord` reads it. */
function isOpenAfter(line: string, delimiter: string, wasOpen: boolean): boolean {
  let isOpen = wasOpen
  for (let at = 0; ; ) {
    if (isOpen || line[at] === '"') {
      const end = endOfQuoted(line, isOpen ? at : at + 1)
      if (end === -1) return true
      at = end
      isOpen = false
    }
    const next = line.indexOf(delimiter, at)
    if (next === -1) return false
    at = next + 1
  }
}

/** Behind the quote that closes the field; -1 where none does. */
function endOfQuoted(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text[quote + 1] !== '"') return quote + 1
  }
  return -1
}

/**
 * The fields of one record, of too many the first; undefined while a quoted one is open. A quote counts only as the first
 * letter of a field.
 */
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
    if (next === -1 || fields.length > maxFields) return fields
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
