import { keepKeyFile, readKeyFile } from './key-file.ts'
import { makeSealer, type Sealer } from './sealer.ts'
import type { SealingKeys } from './sealing-keys.ts'

export type OpenedSealer = {
  sealer: Sealer
  /** `generated`: this start made the key, in the file. */
  source: 'setting' | 'file' | 'generated'
}

type Options = {
  /** Those of the setting, where the operator has given any. */
  keys: SealingKeys | undefined
  /** Where keys are kept otherwise. */
  file: string
  randomBytes: (count: number) => Uint8Array
}

/** The sealer of a service that starts. */
export function openSealer({ keys, file, randomBytes }: Options): OpenedSealer {
  if (keys) return { sealer: makeSealer(keys, { randomBytes }), source: 'setting' }
  const kept = keepKeyFile(file, { randomBytes })
  return { sealer: makeSealer(kept.keys, { randomBytes }), source: kept.generated ? 'generated' : 'file' }
}

/** The same beside a service that has started: undefined where there is no key yet, for this is not the place to make one. */
export function openExistingSealer({ keys, file, randomBytes }: Options): Sealer | undefined {
  const known = keys ?? readKeyFile(file)
  return known && makeSealer(known, { randomBytes })
}
