/**
 * What is going on, on stderr. At a terminal it is one line that is written over, with a sign that moves and the seconds;
 * elsewhere a line for each change, so that a log reads well.
 */
import { esc } from './control.ts'
import type { Terminal } from './terminal.ts'
import { joined, Words, words } from './words.ts'

const clearLine = `\r${esc}[2K`
const tickMs = 120

export type StatusLine = {
  /** What is going on now. */
  say(text: Words): void
  /** Takes the line away. */
  end(): void
}

export function startStatusLine(terminal: Terminal, isQuiet: boolean): StatusLine {
  if (isQuiet) return { say: () => {}, end: () => {} }
  return terminal.stderr.isInteractive ? animated(terminal) : plain(terminal)
}

function plain({ stderr }: Terminal): StatusLine {
  let last = ''
  const say = (text: Words) => {
    const line = text.render(false)
    if (line !== last) stderr.write(`${line}\n`)
    last = line
  }
  return { say, end: () => {} }
}

function animated(terminal: Terminal): StatusLine {
  const { stderr, isUnicode, ellipsis } = terminal
  const signs = isUnicode ? [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'] : [...'|/-\\']
  const startedAt = performance.now()
  let current = new Words([])
  let drawings = 0
  const draw = () => {
    if (current.isEmpty || terminal.isLeft) return
    const seconds = Math.floor((performance.now() - startedAt) / 1000)
    const line = joined(' ', [signs[drawings++ % signs.length] as string, current, `${seconds} s`])
    stderr.write(`${clearLine}${line.cut(Math.max(1, stderr.columns - 1), ellipsis).render(stderr.isColoured)}`)
  }
  const timer = setInterval(draw, tickMs)
  timer.unref()
  const end = () => {
    clearInterval(timer)
    if (!current.isEmpty) stderr.write(clearLine)
    current = words``
    release()
  }
  const release = terminal.whenLeft(end)
  const say = (text: Words) => {
    current = text
    draw()
  }
  return { say, end }
}
