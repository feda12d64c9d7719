import { Problem } from '../../problem.ts'
import type { Act } from './actor.ts'
import type { Principal } from './principal.ts'

/** What is dangerous needs a fresh proof: a browser left open must not make keys, change people or show secrets. */
export const stepUpRequired = { code: 'step-up-required', status: 403 } as const

/** Throws for a person whose last proof is too old. Keys and operators have none to give. */
export function requireFresh(by: Principal | Act): void {
  if (by.actor === 'system' || by.actor.kind !== 'user') return
  if ('session' in by && by.session?.isFresh) return
  throw new Problem(stepUpRequired, 'Confirm with your password that it is you, and try again.')
}
