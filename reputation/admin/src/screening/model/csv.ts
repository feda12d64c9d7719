/** A file of names as rows of text: any common delimiter, quotes, line ends and encoding. */

export type Csv = { head: string[]; rows: { line: number; cells: string[] }[]; delimiter: string }

/** UTF-8, UTF-16 by its mark, and what old spreadsheets write. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const delimiters = [',', ';', '\t', '|'] as const

/** The one that stands most often in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r\n|\r|\n/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best), ',')
}

/** The first line is the head; empty lines are left out, and every row knows the line it begins on. */
export function parseCsv(text: string): Csv {
  const delimiter = delimiterOf(text)
  const records: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let begin = 1
  const endRecord = () => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== '')) records.push({ line: begin, cells: cells.map((one) => one.trim()) })
    cells = []
    cell = ''
    begin = line
  }
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i)
    if (sign === '\n' || (sign === '\r' && text.charAt(i + 1) !== '\n')) line++
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i)
      else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n' || (sign === '\r' && text.charAt(i + 1) !== '\n')) endRecord()
    else if (sign !== '\r') cell += sign
  }
  endRecord()
  const [head, ...rows] = records
  return { head: head?.cells ?? [], rows, delimiter }
}
