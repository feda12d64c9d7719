import { ListRefused, type RefusalCode } from '../model/refusal.ts'
import { type FilesToRead, type ReadList, readList } from './read-list.ts'

/** A refusal crosses threads as data: an error would arrive there as a plain `Error`. */
export type ReadOutcome = { kind: 'read'; list: ReadList } | { kind: 'refused'; code: RefusalCode; message: string }

export function run(files: FilesToRead): ReadOutcome {
  try {
    return { kind: 'read', list: readList(files) }
  } catch (error) {
    if (error instanceof ListRefused) return { kind: 'refused', code: error.code, message: error.message }
    throw error
  }
}
