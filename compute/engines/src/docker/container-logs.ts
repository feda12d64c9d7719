/** What a container wrote, line by line. */
import type { LogLine } from '../engine.ts'
import { type Frame, frames } from './streams.ts'

/** A line is cut where it gets longer. */
const longestLineBytes = 64 * 1024

/** Of `GET /containers/{id}/logs?timestamps=true`. A frame may hold several lines, or a part of one. */
export async function* logLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<LogLine> {
  const rest: Record<Frame['stream'], Buffer> = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }
  const last: Record<Frame['stream'], Date> = { stdout: new Date(0), stderr: new Date(0) }
  for await (const { stream, bytes } of frames(chunks)) {
    let left: Buffer = rest[stream].length === 0 ? bytes : Buffer.concat([rest[stream], bytes])
    for (let end = endOfLine(left); end >= 0; end = endOfLine(left)) {
      const line = readLine(left.subarray(0, end), stream, last[stream])
      last[stream] = line.at
      yield line
      left = left.subarray(left[end] === newline ? end + 1 : end)
    }
    rest[stream] = left
  }
  for (const stream of ['stdout', 'stderr'] as const) {
    if (rest[stream].length > 0) yield readLine(rest[stream], stream, last[stream])
  }
}

const newline = 0x0a

function endOfLine(bytes: Buffer): number {
  const end = bytes.indexOf(newline)
  if (end >= 0 && end <= longestLineBytes) return end
  return bytes.length > longestLineBytes ? longestLineBytes : -1
}

/** The rest of a line that was cut has no time of its own. */
function readLine(bytes: Buffer, stream: Frame['stream'], before: Date): LogLine {
  const text = bytes.toString('utf8').replace(/\r$/, '')
  const [, time, written] = /^(\d{4}-\d\d-\d\dT\S+) (.*)$/s.exec(text) ?? []
  const at = new Date(time ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? { at: before, stream, text } : { at, stream, text: written ?? '' }
}
