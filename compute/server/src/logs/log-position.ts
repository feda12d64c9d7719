/**
 * Where a reader of logs stands: which attempt, which millisecond, and how many of the lines of that millisecond were
 * read. It goes out as the id of each line, and comes back as `Last-Event-ID` or `?after=`, so that a client that connects
 * again misses no line and sees none twice.
 */
import type { LogLine } from '@service/compute-engines/engine.ts'

export type LogPosition = { attempt: number; atMs: number; lines: number }

export const positionText = ({ attempt, atMs, lines }: LogPosition): string => `${attempt}-${atMs}-${lines}`

/** Undefined for what is none of ours. */
export function readPosition(text: string): LogPosition | undefined {
  const [, attempt, atMs, lines] = /^(\d{1,6})-(\d{1,15})-(\d{1,9})$/.exec(text) ?? []
  if (lines === undefined) return undefined
  return { attempt: Number(attempt), atMs: Number(atMs), lines: Number(lines) }
}

export type PlacedLine = LogLine & { position: LogPosition }

/** Gives each line its position, and leaves out those that were read before `after`. */
export async function* placeLines(
  lines: AsyncIterable<LogLine>,
  attempt: number,
  after: LogPosition | undefined,
): AsyncGenerator<PlacedLine, void, undefined> {
  let last: LogPosition = { attempt, atMs: -1, lines: 0 }
  for await (const line of lines) {
    const atMs = line.at.getTime()
    last = { attempt, atMs, lines: atMs === last.atMs ? last.lines + 1 : 1 }
    const isRead = after !== undefined && (atMs < after.atMs || (atMs === after.atMs && last.lines <= after.lines))
    if (!isRead) yield { ...line, position: last }
  }
}

/** What to ask an engine for, to be given all from the position on: its `since` leaves out the moment itself. */
export const sinceOf = ({ atMs }: LogPosition): Date => new Date(atMs - 1)
