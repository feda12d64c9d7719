import { stripVTControlCharacters } from 'node:util'
import type { CommandOutput, Row } from './command.ts'

/** One JSON value: `{"<plural>": […], "nextCursor"}` for a list, the thing itself for one. */
export function outputAsJson(output: CommandOutput): string {
  if (output.kind === 'item') return JSON.stringify(output.item, null, 2)
  return JSON.stringify({ [output.name]: output.rows, nextCursor: output.next ?? null }, null, 2)
}

/** A table for a list, name and value line by line for one thing. */
export function outputAsText(output: CommandOutput): string {
  if (output.kind === 'item') return columns(Object.entries(output.item).map(([name, value]) => [name, cell(value)]))
  const [first] = output.rows
  if (first === undefined) return `No ${output.name}.`
  const names = output.columns ?? Object.keys(first)
  const table = columns([names, ...output.rows.map((row: Row) => names.map((name) => cell(row[name])))])
  return output.next === undefined ? table : `${table}\n… more with --before ${output.next}`
}

function columns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((text, i) => (i === line.length - 1 ? text : text.padEnd(widths[i] ?? 0)))
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
