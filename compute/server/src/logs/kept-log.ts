/**
 * What is kept of a log once its container has ended: its last lines, bounded in number and size. Nothing here knows where
 * lines come from, or where they go.
 */
import type { LogLine } from '@service/compute-engines/engine.ts'
import { storableText } from '@service/foundation/database/storable-text.ts'

/** The last lines of the log of one attempt. */
export type KeptLog = {
  attempt: number
  lines: readonly LogLine[]
  /** Whether it is all that was written. */
  complete: boolean
  keptAt: Date
}

export const maxKeptLines = 2_000
export const maxKeptBytes = 256 * 1_024
/** Of a company: another drives out the oldest, lest one that is begun again and again fill the database of all. */
export const maxKeptLogs = 200
/** Of one line: a longer one would drive out the others. */
export const maxLineBytes = 16 * 1_024
/** What the time and the stream of a line take. */
const overheadBytes = 24

/** The last of the lines that fit, in constant memory however many there are. */
export async function lastLines(lines: AsyncIterable<LogLine>): Promise<Pick<KeptLog, 'lines' | 'complete'>> {
  let kept: { line: LogLine; bytes: number }[] = []
  let first = 0
  let bytes = 0
  let complete = true
  for await (const line of lines) {
    const text = clipped(storableText(line.text))
    if (text.length < line.text.length) complete = false
    const one = { line: { ...line, text }, bytes: Buffer.byteLength(text) + overheadBytes }
    kept.push(one)
    bytes += one.bytes
    while (kept.length - first > maxKeptLines || bytes > maxKeptBytes) {
      bytes -= kept[first]?.bytes ?? 0
      first += 1
      complete = false
    }
    if (first < maxKeptLines) continue
    kept = kept.slice(first)
    first = 0
  }
  return { lines: kept.slice(first).map(({ line }) => line), complete }
}

/** Cut between two characters. */
function clipped(text: string): string {
  if (Buffer.byteLength(text) <= maxLineBytes) return text
  return Buffer.from(text)
    .subarray(0, maxLineBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '')
}
