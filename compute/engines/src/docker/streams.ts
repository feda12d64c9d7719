/** How Docker's API cuts its streams into pieces: JSON by the line, and what a container writes by the frame. */
import { silence } from './client.ts'

/** A line or frame longer than this is no honest one. */
const maxPieceBytes = 2 ** 20

export async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  for await (const line of lines(chunks)) {
    if (line.trim() === '') continue
    try {
      yield JSON.parse(line) as unknown
    } catch (error) {
      throw silence(error)
    }
  }
}

async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      yield rest.subarray(0, end).toString('utf8')
      rest = rest.subarray(end + 1)
    }
    if (rest.length > maxPieceBytes) throw silence(new Error('The engine sent a line that does not end.'))
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

export type Frame = { stream: 'stdout' | 'stderr'; bytes: Buffer }

const headerBytes = 8

/** Header: which stream, three zeros, then the length, big end first. A frame that is cut off at the end is dropped. */
export async function* frames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= headerBytes) {
      const [stream, length] = [rest.readUInt8(0), rest.readUInt32BE(4)]
      if (stream > 2 || length > maxPieceBytes) throw silence(new Error('The engine sent a frame of an unknown kind.'))
      if (rest.length < headerBytes + length) break
      const bytes = rest.subarray(headerBytes, headerBytes + length)
      yield { stream: stream === 2 ? 'stderr' : 'stdout', bytes }
      rest = rest.subarray(headerBytes + length)
    }
  }
}
