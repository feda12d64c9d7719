/** A signed-in person proves again to be who they are, or chooses another password. */
import { makeAudit } from '../audit/audit.ts'
import type { Act } from '../identity/model/actor.ts'
import type { Principal } from '../identity/model/principal.ts'
import { requireFresh } from '../identity/model/step-up.ts'
import { InputFaults } from '../input-faults.ts'
import { Problem } from '../problem.ts'
import * as handOvers from './hand-over/hand-over-store.ts'
import type { LimitAttempts } from './limit-attempts.ts'
import * as links from './link-store.ts'
import type { LinkDeps } from './make-account-link.ts'
import * as messages from './message-store.ts'
import { proofSubjectsOf } from './model/attempt-delays.ts'
import { preparePassword } from './model/password-rules.ts'
import * as grants from './oauth/grant-store.ts'
import type { PasswordHasher } from './password-hasher.ts'
import * as passwords from './password-store.ts'
import { readAccount } from './read-account.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import * as sessions from './session-store.ts'
import { renewSession } from './start-session.ts'
import { checkPassword } from './use-link.ts'

/** Returns the new secret of the session: that of before opens nothing any more. */
export type StepUp = (by: Principal & Act, given: { password: string; code?: string | undefined }) => Promise<string>
export type ChangePassword = (
  by: Principal & Act,
  given: { password: string; current?: string | undefined; code?: string | undefined },
) => Promise<string>

type Deps = Omit<LinkDeps, 'pagesUrl' | 'access'> & {
  hasher: PasswordHasher
  limitAttempts: LimitAttempts
  secondFactor: SecondFactor
}

export function makeStepUp(deps: Deps): StepUp {
  const audit = makeAudit(deps)
  return async (by, { password, code }) => {
    const hash = await passwords.findHash(deps.db.connection, by.actor.id)
    await prove(deps, by.actor.id, hash, password)
    await deps.secondFactor.prove(by.actor.id, code)
    return deps.db.transaction(async (tx) => {
      if (!(await passwords.isCurrent(tx, by.actor.id, hash!))) throw wrong()
      await audit.record(tx, by, { companyId: by.companyId, action: 'session.step-up', target: by.session?.id ?? '' })
      return renewSession(tx, deps, by)
    })
  }
}

/**
 * Ends the person's other sessions and what assistants may do for them. Somebody without a password yet needs a fresh session in place of it. The second factor is
 * asked for as by a step-up, for the session that is renewed counts as freshly proved.
 */
export function makeChangePassword(deps: Deps): ChangePassword {
  const { db, now, newId, hasher, secondFactor } = deps
  const audit = makeAudit(deps)
  return async (by, { password, current, code }) => {
    const userId = by.actor.id
    const account = await readAccount(db.connection, by.session?.id ?? '')
    if (!account) throw new Problem('unauthenticated', 'You are not signed in.')
    const before = await passwords.findHash(db.connection, userId)
    if (before === undefined) requireFresh(by)
    else await prove(deps, userId, before, current)
    // Before the code, which is accepted once: who chose too weak a password need not wait for another.
    checkPassword(new InputFaults(), password, [account.email, account.name, account.companyName])
    await secondFactor.prove(userId, code)
    const hash = await hasher.hash(preparePassword(password)!)
    return db.transaction(async (tx) => {
      if (before !== undefined && !(await passwords.isCurrent(tx, userId, before))) throw wrong()
      const at = now()
      await passwords.set(tx, { userId, companyId: by.companyId, hash, at })
      const ended = await sessions.endAll(tx, userId, by.session?.id)
      await links.withdrawAll(tx, userId)
      await grants.endAllOf(tx, userId)
      await handOvers.withdrawAllOf(tx, userId)
      await messages.add(tx, { id: newId('msg'), companyId: by.companyId, userId, kind: 'password-changed', at })
      await audit.record(tx, by, {
        companyId: by.companyId,
        action: 'password.change',
        target: userId,
        after: { ended },
      })
      return renewSession(tx, deps, by)
    })
  }
}

async function prove(
  { db, hasher, limitAttempts }: Deps,
  userId: string,
  hash: string | undefined,
  given: string | undefined,
) {
  const attempt = await limitAttempts(proofSubjectsOf(userId))
  if (!(await hasher.verify(hash, given === undefined ? undefined : preparePassword(given)))) throw wrong()
  await attempt.succeeded(db.connection)
}

/** 403 and not 401: the person is signed in, and stays so. */
const wrong = () => new Problem({ code: 'wrong-password', status: 403 }, 'The password is wrong.')
