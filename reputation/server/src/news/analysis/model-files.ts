/** The files of the models that ship, compressed; `npm run train` writes them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

export type ModelName = 'sentiment' | 'names' | 'languages' | 'encoder' | 'judge'

const fileOf = (name: ModelName) => new URL(`../../../models/${name}.bin.zst`, import.meta.url)

export const readModelFile = (name: ModelName): Uint8Array => zstdDecompressSync(readFileSync(fileOf(name)))

/** Returns the size of the file in bytes. */
export function writeModelFile(name: ModelName, model: Uint8Array): number {
  const bytes = zstdCompressSync(model, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
  writeFileSync(fileOf(name), bytes)
  return bytes.length
}
