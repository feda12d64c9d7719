/** The files of the models that ship, compressed; `npm run train` writes them. */
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { modelVersion } from '@service/reputation-domain/text-model/text-model.ts'

export type ModelName = 'sentiment' | 'names' | 'languages' | 'encoder' | 'judge'

const fileOf = (name: ModelName) => new URL(`../../../models/${name}.bin.zst`, import.meta.url)

export const readModelFile = (name: ModelName): Uint8Array => zstdDecompressSync(readFileSync(fileOf(name)))

/** A block of Zstandard is no longer, packed or unpacked: so much of a file unpacks to its beginning at least. */
const beginningBytes = 256 * 1024

/** What a model is called by. Only the beginning of the file is read: whole models take a hundred megabytes of memory. */
export function readModelVersion(name: ModelName): string {
  const file = openSync(fileOf(name), 'r')
  try {
    const packed = Buffer.alloc(beginningBytes)
    const size = readSync(file, packed)
    return modelVersion(zstdDecompressSync(packed.subarray(0, size), { finishFlush: constants.ZSTD_e_flush }))
  } finally {
    closeSync(file)
  }
}

/** Returns the size of the file in bytes. */
export function writeModelFile(name: ModelName, model: Uint8Array): number {
  const bytes = zstdCompressSync(model, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
  writeFileSync(fileOf(name), bytes)
  return bytes.length
}
