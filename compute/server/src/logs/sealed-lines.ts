/**
 * Lines as they are kept: in short form, deflated and sealed, bound to their company and attempt. What a container writes is
 * not ours to know, and may be secret.
 */
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { LogLine } from '@service/compute-engines/engine.ts'
import type { Sealer } from '@service/foundation/sealing/sealing.ts'

/** Streams by number: a person may have any name. */
export type ShortLine = [atMs: number, stream: number, text: string]

/** `lines` are those that a release before sealing has kept, in the clear. */
export type StoredLines = { lines: readonly ShortLine[]; linesSealed: string | null }

export type LinesOf = { companyId: string; allocationId: string }

const streams = ['stdout', 'stderr'] as const
/** Several times what is kept at most: a stored text never fills the memory. */
const maxInflatedBytes = 4 * 1_024 * 1_024
const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]

export const shortLine = ({ at, stream, text }: LogLine): ShortLine => [at.getTime(), streams.indexOf(stream), text]

export const wholeLine = ([atMs, stream, text]: ShortLine): LogLine => ({
  at: new Date(atMs),
  stream: streams[stream] ?? 'stdout',
  text,
})

export async function sealLines(
  sealer: Pick<Sealer, 'seal'>,
  of: LinesOf,
  lines: readonly ShortLine[],
): Promise<string> {
  const deflated = await deflate(JSON.stringify(lines))
  return sealer.seal(deflated.toString('base64'), ownerOf(of))
}

/** Throws `SealError`. */
export async function openLines(
  sealer: Pick<Sealer, 'open'>,
  of: LinesOf,
  { lines, linesSealed }: StoredLines,
): Promise<readonly ShortLine[]> {
  if (linesSealed === null) return lines
  const deflated = Buffer.from(sealer.open(linesSealed, ownerOf(of)), 'base64')
  return JSON.parse((await inflate(deflated, { maxOutputLength: maxInflatedBytes })).toString())
}

const ownerOf = ({ companyId, allocationId }: LinesOf): string => `${companyId}/${allocationId}`
