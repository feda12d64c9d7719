/**
 * Where a command writes. What it can show is asked for once: colours, movement and widths are for a terminal alone, and
 * `NO_COLOR` and `TERM=dumb` are respected.
 */
import type { ReadStream, WriteStream } from 'node:tty'

export { type ChartPoint, chartLines } from './chart.ts'
export { esc } from './control.ts'
export { safeJson, safeLogLine, safeText } from './safe-text.ts'
export { type StatusLine, startStatusLine } from './status-line.ts'
export { type Column, type Detail, detailLines, tableLines } from './table.ts'
export { textWidth } from './text-width.ts'
export { joined, ownText, type Style, styled, Words, words } from './words.ts'

export type Sink = {
  write(text: string): void
  isTerminal: boolean
  /** A terminal that can move its cursor. */
  isInteractive: boolean
  isColoured: boolean
  /** The width now. */
  readonly columns: number
  readonly rows: number
}

export type Terminal = {
  stdout: Sink
  stderr: Sink
  stdin: ReadStream
  isUnicode: boolean
  ellipsis: string
  /** Calls `restore` should the program end before the function that this returns has been called. */
  whenLeft(restore: () => void): () => void
  /** Brings the terminal back to what it was; nothing moves in it from then on. */
  leave(): void
  readonly isLeft: boolean
  onResize(resized: () => void): () => void
}

type Environment = Readonly<Record<string, string | undefined>>

export function makeTerminal(
  { stdin, stdout, stderr }: { stdin: ReadStream; stdout: WriteStream; stderr: WriteStream },
  env: Environment,
): Terminal {
  const restores = new Set<() => void>()
  let isLeft = false
  const isUnicode = /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || 'utf-8')
  return {
    stdout: sinkOf(stdout, env),
    stderr: sinkOf(stderr, env),
    stdin,
    isUnicode,
    ellipsis: isUnicode ? '…' : '~',
    whenLeft: (restore) => {
      restores.add(restore)
      return () => restores.delete(restore)
    },
    leave: () => {
      isLeft = true
      for (const restore of restores) restore()
      restores.clear()
    },
    get isLeft() {
      return isLeft
    },
    onResize: (resized) => {
      stdout.on('resize', resized)
      return () => stdout.off('resize', resized)
    },
  }
}

function sinkOf(stream: WriteStream, env: Environment): Sink {
  const isTerminal = stream.isTTY === true
  const isInteractive = isTerminal && env.TERM !== 'dumb'
  return {
    write: (text) => {
      if (stream.writable) stream.write(text)
    },
    isTerminal,
    isInteractive,
    isColoured: isInteractive && !env.NO_COLOR,
    get columns() {
      return stream.columns || 80
    },
    get rows() {
      return stream.rows || 24
    },
  }
}
