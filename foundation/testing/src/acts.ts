import type { Act, Actor } from '@service/foundation/identity/model/actor.ts'

/** An operator at the command line, who may do everything. */
export const byTester: Act = { actor: { kind: 'operator', id: 'test' }, requestId: null }

/** A customer's program. */
export const testKey: Actor = { kind: 'key', id: 'key_test' }
