/**
 * Who may administer what. Every command and query of the administration is called with an **administrator**, and has a
 * **rule** that says, from its arguments, what it needs: an operator of the installation, or a person who belongs to the
 * company and whose role has a permission, or a key of the company where the permission is one of its scopes. `guarded` checks the rule before each call. Nothing else does, but
 * for what no argument says: a rotation gives the scopes of the key that it finds.
 */
import { installationPermission } from '../identity/model/access.ts'
import { type Administrator, isOperator, requirePermissions } from '../identity/model/administrator.ts'
import { requireFresh } from '../identity/model/step-up.ts'
import { Problem } from '../problem.ts'

/** The requirements of an act on an administrator who is no operator. */
export type Need = {
  companyId: string
  /** The permission that the role must have; absent where everybody in the company may do it. */
  permission?: string
  /** Scopes that are given away: nobody gives what their own role lacks. */
  gives?: readonly string[] | undefined
  /** The user in whose name something is made: nobody acts in another's. */
  inNameOf?: string
  /** It is dangerous: a person must have proved to be who they are within the last ten minutes. */
  fresh?: true
}

/** A function from the arguments of an act to its requirements. */
export type Rule<Arguments extends readonly unknown[]> = (...given: Arguments) => Need | InstallationNeed | 'operator'

/** An act on the installation: for operators at the command line, and for people who are operators. */
export type InstallationNeed = { installation: true; fresh?: true }

type AnyAct = (by: Administrator, ...given: never[]) => Promise<unknown>

type GivenTo<A> = A extends (by: never, ...given: infer Given) => unknown ? Given : never
type Returned<A> = A extends (...given: never[]) => infer Result ? Result : never

/** One rule for each act: an act without a rule does not compile. */
export type Rules<Acts> = { readonly [Name in keyof Acts]: Rule<GivenTo<Acts[Name]>> }

/** The acts as administrators call them. */
export type Guarded<Acts> = {
  readonly [Name in keyof Acts]: (by: Administrator, ...given: GivenTo<Acts[Name]>) => Returned<Acts[Name]>
}

/** The rule of acts that concern the installation, or that name a thing by its id alone. */
export const operatorsOnly = (): 'operator' => 'operator'

/** The rule of acts on the installation that the operator's view has too. */
export const installation = (): InstallationNeed => ({ installation: true })
/** Of those that cannot be undone. */
export const installationFresh = (): InstallationNeed => ({ installation: true, fresh: true })

/** The acts, each of which first checks its rule and rejects with a `Problem` where it is not met. */
export function guarded<Acts extends { readonly [Name in keyof Acts]: AnyAct }>(
  acts: Acts,
  rules: Rules<Acts>,
): Guarded<Acts> {
  const guard = (act: AnyAct, rule: Rule<never[]>): AnyAct => {
    return async (by, ...given) => {
      requireNeed(by, rule(...given))
      return act(by, ...given)
    }
  }
  const names = Object.keys(acts) as (keyof Acts)[]
  const all = names.map((name) => [name, guard(acts[name], rules[name] as Rule<never[]>)])
  return Object.fromEntries(all) as Guarded<Acts>
}

function requireNeed(by: Administrator, need: Need | InstallationNeed | 'operator'): void {
  if (isOperator(by)) return
  if (by.actor.kind === 'key' && !isOpenToKeys(need))
    throw forbidden('API keys cannot be used for this administration.')
  if (need === 'operator') throw forbidden('Only an operator of the installation may do this.')
  if ('installation' in need) {
    requirePermissions(by, [installationPermission])
    if (need.fresh) requireFresh(by)
    return
  }
  const { companyId, permission, gives = [], inNameOf, fresh } = need
  if (companyId !== by.companyId) throw new Problem('not-found', `Company ${companyId} not found.`)
  requirePermissions(by, permission === undefined ? gives : [permission, ...gives])
  if (inNameOf !== undefined && inNameOf !== by.actor.id) throw forbidden('You can do this only in your own name.')
  if (fresh) requireFresh(by)
}

/** No key makes people or other keys: what it may do is in its own scopes alone. */
const isOpenToKeys = (need: Need | InstallationNeed | 'operator'): boolean =>
  need !== 'operator' &&
  !('installation' in need) &&
  need.permission !== undefined &&
  need.gives === undefined &&
  need.inNameOf === undefined

const forbidden = (message: string) => new Problem('forbidden', message)
