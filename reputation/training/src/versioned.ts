import { createHash } from 'node:crypto'
import { type ModelFile, writeModel } from '@service/reputation-domain/text-model/model-file.ts'

/** The bytes of a model; its version is a hash of all else that is in it. */
export function versioned(model: Omit<ModelFile, 'version'>): Uint8Array {
  const version = createHash('sha256')
    .update(writeModel({ ...model, version: '' }))
    .digest('hex')
    .slice(0, 12)
  return writeModel({ ...model, version })
}
