import { ConfigError } from '@service/foundation/config/env-reader.ts'

/** What is wrong with the settings that are read: nothing, or the faults that the error names. */
export function faultsIn(read: () => unknown): readonly string[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults
  }
}
