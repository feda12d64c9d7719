import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib'
import type { DocumentError } from './outbound.ts'

export class InflateFailure extends Error {
  override readonly name = 'InflateFailure'
  readonly word: DocumentError
  constructor(word: DocumentError, cause: unknown) {
    super(word, { cause })
    this.word = word
  }
}

/** Nobody compresses more often in good faith. */
const maxLayers = 2

/** A stream cut off within is unpacked as far as it goes; one that unpacks to more than `maxBytes` stops there. */
const unpackers: Readonly<Record<string, (bytes: Buffer, maxBytes: number) => Promise<Buffer>>> = {
  gzip: (bytes, maxOutputLength) => promisify(gunzip)(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: (bytes, maxOutputLength) =>
    // Some leave out the header, whose first four bits are 8 wherever it stands.
    promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, {
      maxOutputLength,
      finishFlush: constants.Z_SYNC_FLUSH,
    }),
  br: (bytes, maxOutputLength) =>
    promisify(brotliDecompress)(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
}

/** Throws `InflateFailure`. `encoding` is the Content-Encoding header. */
export async function inflateBody(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const layers = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim().replace(/^x-/, ''))
    .filter((layer) => layer !== '' && layer !== 'identity')
  if (layers.length > maxLayers) throw new InflateFailure('invalid-body', encoding)
  let body = bytes
  for (const layer of layers.reverse()) {
    if (body.length === 0) return body // a 304 or 204 that names the encoding which its body would have
    const unpack = unpackers[layer]
    if (!unpack) throw new InflateFailure('invalid-body', layer)
    try {
      body = await unpack(body, maxBytes)
    } catch (cause) {
      const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      // Servers name an encoding that they have not applied; the body is then as it should be.
      if (!tooLarge && layer === 'gzip' && !(body[0] === 0x1f && body[1] === 0x8b)) continue
      throw new InflateFailure(tooLarge ? 'too-large' : 'invalid-body', cause)
    }
  }
  if (body.length > maxBytes) throw new InflateFailure('too-large', undefined)
  return body
}
