import type { Actor } from '@service/foundation/identity/model/actor.ts'

/** An operator at the command line, who may do everything. */
export const byTester = { actor: { kind: 'operator', id: 'test' }, requestId: null } as const

/** A customer's program. */
export const testKey: Actor = { kind: 'key', id: 'key_test' }
