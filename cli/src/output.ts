/** What commands write: results on stdout, everything else on stderr. */
import type { Output } from './commands/commands.ts'
import { safeJson, startStatusLine, type Terminal, tableLines, type Words } from './terminal/terminal.ts'

export function makeOutput(terminal: Terminal, { isJson, isQuiet }: { isJson: boolean; isQuiet: boolean }): Output {
  const { stdout, stderr, ellipsis } = terminal
  const line = (text: Words) => stdout.write(`${text.render(stdout.isColoured).trimEnd()}\n`)
  const lines = (texts: readonly Words[]) => {
    for (const text of texts) line(text)
  }
  return {
    isJson,
    isQuiet,
    line,
    lines,
    table: (rows, columns) => {
      const room = stdout.isTerminal ? stdout.columns : undefined
      lines(tableLines(rows, columns, { columns: room, ellipsis }))
    },
    json: (value) => stdout.write(`${safeJson(value, 2)}\n`),
    jsonLine: (value) => stdout.write(`${safeJson(value)}\n`),
    note: (text) => {
      if (!isQuiet) stderr.write(`${text.render(stderr.isColoured)}\n`)
    },
    status: () => startStatusLine(terminal, isQuiet),
  }
}
