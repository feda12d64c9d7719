/** For tests: the same in every process. */
import { randomBytes } from 'node:crypto'
import { makeSealer } from '@service/foundation/sealing/sealer.ts'

export const testSealer = makeSealer([{ id: 'test', bytes: new Uint8Array(32).fill(7) }], { randomBytes })
