/** Rows of a CSV file, read leniently: authorities leave bare quotes in fields, and OFAC ends its files with Ctrl-Z. */

const quote = '"'

/**
 * Yields each row's fields, as written but for the quotes. A quote counts only as a field's first character, and a
 * row that quotes make too short or too long for `columns` is read again with quotes as letters: a stray one must
 * not swallow the rows behind it. Empty lines are skipped. `unterminated` is set on a last row that no line end closes.
 */
export function* csvRows(
  text: string,
  { delimiter, columns }: { delimiter: string; columns?: number },
): Generator<{ fields: string[]; unterminated: boolean }> {
  const end = text.endsWith('\u001a') ? text.length - 1 : text.length
  let at = 0
  while (at < end) {
    let row = readRow(text, at, end, delimiter, true)
    if (columns !== undefined && row.fields.length !== columns) {
      const plain = readRow(text, at, end, delimiter, false)
      if (plain.fields.length === columns) row = plain
    }
    at = row.next
    if (row.fields.length > 1 || row.fields[0] !== '') yield { fields: row.fields, unterminated: row.unterminated }
  }
}

type Row = { fields: string[]; next: number; unterminated: boolean }

function readRow(text: string, start: number, end: number, delimiter: string, quoted: boolean): Row {
  const fields: string[] = []
  let at = start
  let lineEnd = lineEndFrom(text, at, end)
  for (;;) {
    if (quoted && text[at] === quote) {
      const field = readQuoted(text, at, end, delimiter)
      if (field) {
        fields.push(field.value)
        if (field.next >= lineEnd) lineEnd = lineEndFrom(text, field.next, end)
        if (text[field.next] !== delimiter) return { fields, next: lineEnd + 1, unterminated: lineEnd >= end }
        at = field.next + 1
        continue
      }
    }
    const next = text.indexOf(delimiter, at)
    if (next === -1 || next >= lineEnd) {
      fields.push(text.slice(at, text[lineEnd - 1] === '\r' && lineEnd > at ? lineEnd - 1 : lineEnd))
      return { fields, next: lineEnd + 1, unterminated: lineEnd >= end }
    }
    fields.push(text.slice(at, next))
    at = next + 1
  }
}

/** The quoted field that starts at `start`; `undefined` where its closing quote is missing or closes nothing. */
function readQuoted(
  text: string,
  start: number,
  end: number,
  delimiter: string,
): { value: string; next: number } | undefined {
  let at = start + 1
  let doubled = false
  for (;;) {
    const close = text.indexOf(quote, at)
    if (close === -1 || close >= end) return undefined
    const after = text[close + 1]
    if (after === quote) {
      doubled = true
      at = close + 2
      continue
    }
    if (close + 1 < end && after !== delimiter && after !== '\r' && after !== '\n') return undefined
    const value = text.slice(start + 1, close)
    return { value: doubled ? value.replaceAll('""', quote) : value, next: close + 1 }
  }
}

function lineEndFrom(text: string, at: number, end: number): number {
  const found = text.indexOf('\n', at)
  return found === -1 || found > end ? end : found
}
