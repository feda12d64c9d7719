import type { Act } from '@service/foundation/identity/model/actor.ts'

/** An operator at the command line, who may do everything. */
export const byTester: Act = { actor: { kind: 'operator', id: 'test' }, requestId: null }
