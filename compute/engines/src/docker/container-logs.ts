/** What a container wrote, line by line. */
import type { LogLine } from '../engine.ts'
import { type Frame, frames } from './streams.ts'

/** A line is cut where it gets longer. */
const maxLineBytes = 64 * 1024
const newline = 0x0a

type Begun = { at: Date; bytes: Buffer }

/**
 * Of `GET /containers/{id}/logs?timestamps=true`. A frame is the time, a space, and what was written then: a line, or a
 * part of one that engines cut where they like, even within a letter.
 */
export async function* logLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<LogLine> {
  const begun: Record<Frame['stream'], Begun | undefined> = { stdout: undefined, stderr: undefined }
  for await (const { stream, bytes } of frames(chunks)) {
    const frame = readFrame(bytes)
    const before = begun[stream]
    const at = before?.at ?? frame.at
    let left = before ? Buffer.concat([before.bytes, frame.bytes]) : frame.bytes
    for (let end = endOfLine(left); end >= 0; end = endOfLine(left)) {
      yield { at, stream, text: textOf(left.subarray(0, end)) }
      left = left.subarray(left[end] === newline ? end + 1 : end)
    }
    begun[stream] = left.length > 0 ? { at, bytes: left } : undefined
  }
  for (const stream of ['stdout', 'stderr'] as const) {
    const rest = begun[stream]
    if (rest) yield { at: rest.at, stream, text: textOf(rest.bytes) }
  }
}

function readFrame(bytes: Buffer): Begun {
  const space = bytes.indexOf(' ')
  const at = new Date(bytes.subarray(0, Math.max(0, space)).toString('latin1'))
  return Number.isNaN(at.getTime()) ? { at: new Date(0), bytes } : { at, bytes: bytes.subarray(space + 1) }
}

function endOfLine(bytes: Buffer): number {
  const end = bytes.indexOf(newline)
  if (end >= 0 && end <= maxLineBytes) return end
  return bytes.length > maxLineBytes ? maxLineBytes : -1
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/\r$/, '')
