import { createHash } from 'node:crypto'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import { assignSubjects } from '@service/reputation-domain/lists/subjects.ts'
import { compileIndex } from '@service/reputation-domain/matching/matching.ts'
import { regimesByList } from '../authorities/authorities.ts'
import { unpackEntries } from './content.ts'

export type CompiledIndex = { bytes: Uint8Array<ArrayBuffer>; sha256: Uint8Array; milliseconds: number }

export function run(contents: readonly Uint8Array[], { transfer }: TaskContext<never>): CompiledIndex {
  const start = performance.now()
  const entries = contents.flatMap(unpackEntries)
  // A copy of exact size: a view could not leave this thread without copying.
  const bytes = compileIndex(entries, assignSubjects(entries, regimesByList)).slice()
  const sha256 = createHash('sha256').update(bytes).digest()
  transfer(bytes.buffer)
  return { bytes, sha256, milliseconds: performance.now() - start }
}
