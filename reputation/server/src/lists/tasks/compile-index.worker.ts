import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { assignSubjects } from '@service/reputation-domain/lists/subjects.ts'
import { compileIndex } from '@service/reputation-domain/matching/matching.ts'
import { regimesByList } from '../authorities/authorities.ts'
import { unpackEntries } from './content.ts'

export type CompiledIndex = { bytes: Uint8Array; sha256: Uint8Array; milliseconds: number }

const start = performance.now()
const contents = workerData as readonly Uint8Array[]
const entries = contents.flatMap(unpackEntries)
// A copy of exact size: a view could not leave this thread without copying.
const bytes = compileIndex(entries, assignSubjects(entries, regimesByList)).slice()
const sha256 = createHash('sha256').update(bytes).digest()
const compiled: CompiledIndex = { bytes, sha256, milliseconds: performance.now() - start }
parentPort!.postMessage(compiled, [bytes.buffer as ArrayBuffer])
