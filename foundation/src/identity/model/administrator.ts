/** An administrator: who calls the acts of the administration. */
import { Problem } from '../../problem.ts'
import { type Act, type Actor, type System, system } from './actor.ts'
import type { Principal } from './principal.ts'

/** An operator of the installation, or the service itself: they may do everything. */
export type Operator = Act & { actor: (Actor & { kind: 'operator' }) | System }

export type Administrator = Operator | (Principal & Act)

export const isOperator = (by: Act): by is Operator => by.actor === system || by.actor.kind === 'operator'

/** Throws unless the administrator has all of these permissions: nobody gives a key a scope that their own role lacks. */
export function requirePermissions(by: Administrator, needed: readonly string[]): void {
  if (isOperator(by)) return
  const lacking = needed.find((permission) => !by.permissions.has(permission))
  if (lacking !== undefined) {
    throw new Problem(
      'forbidden',
      by.actor.kind === 'key'
        ? `This key may not do that: it lacks the scope ${lacking}.`
        : `Your role does not permit this: it lacks ${lacking}.`,
    )
  }
}
