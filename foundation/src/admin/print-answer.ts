import { stripVTControlCharacters } from 'node:util'
import type { Answer, Row } from './command.ts'

/** One JSON value: `{"<plural>": […], "nextCursor"}` for a list, the thing itself for one. */
export function answerAsJson(answer: Answer): string {
  if (answer.kind === 'item') return JSON.stringify(answer.item, null, 2)
  return JSON.stringify({ [answer.name]: answer.rows, nextCursor: answer.next ?? null }, null, 2)
}

/** A table for a list, name and value line by line for one thing. */
export function answerAsText(answer: Answer): string {
  if (answer.kind === 'item') return columns(Object.entries(answer.item).map(([name, value]) => [name, cell(value)]))
  if (answer.rows.length === 0) return `No ${answer.name}.`
  const names = answer.columns ?? Object.keys(answer.rows[0]!)
  const table = columns([names, ...answer.rows.map((row: Row) => names.map((name) => cell(row[name])))])
  return answer.next === undefined ? table : `${table}\n… more with --before ${answer.next}`
}

function columns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((text, i) => (i === line.length - 1 ? text : text.padEnd(widths[i]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A name must not be able to steer the terminal it is printed on. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(cell).join(',')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ')
}
