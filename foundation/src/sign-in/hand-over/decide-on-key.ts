/** What a person is shown of a program that asks for a key, and what becomes of their decision. */

import type { Act } from '../../identity/model/actor.ts'
import { requirePermissions } from '../../identity/model/administrator.ts'
import type { Principal } from '../../identity/model/principal.ts'
import { requireFresh } from '../../identity/model/step-up.ts'
import { InputFaults } from '../../input-faults.ts'
import { Problem } from '../../problem.ts'
import { handOverCodeSubjectsOf } from '../model/attempt-delays.ts'
import { type AskedScope, askedScope } from '../oauth/consent.ts'
import type { HandOverDeps } from './hand-over.ts'
import * as store from './hand-over-store.ts'
import { readUserCode } from './model/user-code.ts'

export type ShownHandOver = {
  userCode: string
  machine: string
  askedFrom: string
  createdAt: Date
  /** The scopes that the person may give, and whether they are chosen unless something else is. */
  scopes: (AskedScope & { isDefault: boolean })[]
}

export type Decisions = {
  show(by: Principal, typedCode: string): Promise<ShownHandOver>
  /** Refuses where there is no key. */
  decide(
    by: Principal & Act,
    given: { code: string; key?: { name: string; scopes: readonly string[]; days: number | null } | undefined },
  ): Promise<void>
}

const dayMs = 24 * 3_600_000

export function makeDecisions({ db, access, now, limitAttempts }: HandOverDeps): Decisions {
  /** Guesses are counted: who finds another's code could give their program a key of the wrong company. */
  async function find(by: Principal, typed: string) {
    const attempt = await limitAttempts(handOverCodeSubjectsOf(by.actor.id))
    const userCode = readUserCode(typed)
    const found = userCode && (await store.findOpen(db.connection, userCode, now()))
    if (!found) throw unknown()
    await attempt.undecided(db.connection)
    return found
  }

  return {
    async show(by, typedCode) {
      requireManager(by)
      const { userCode, machine, askedFrom, createdAt } = await find(by, typedCode)
      const scopes = access.scopes
        .filter((scope) => by.permissions.has(scope))
        .map((scope) => ({ ...askedScope(scope, access), isDefault: access.defaultScopes.includes(scope) }))
      return { userCode, machine, askedFrom, createdAt, scopes }
    },

    async decide(by, { code, key }) {
      requireManager(by)
      const { userCode } = await find(by, code)
      const decision = { companyId: by.companyId, userId: by.actor.id }
      const at = now()
      if (!key) {
        if (!(await store.decide(db.connection, userCode, decision, at))) throw unknown()
        return
      }
      requireFresh(by)
      requirePermissions({ ...by }, key.scopes)
      const faults = new InputFaults()
      const name = faults.displayName('name', key.name)
      if (key.scopes.length === 0) faults.add('scopes', 'must name at least one scope')
      faults.throwIfAny()
      const expiresAt = key.days === null ? null : new Date(at.getTime() + key.days * dayMs)
      const allowed = { ...decision, key: { name, scopes: [...new Set(key.scopes)], expiresAt } }
      if (!(await store.decide(db.connection, userCode, allowed, at))) throw unknown()
    },
  }
}

function requireManager(by: Principal): void {
  if (!by.permissions.has('keys:manage'))
    throw new Problem('forbidden', 'Your role does not permit making API keys. Ask an admin of your company for one.')
}

/** The same for one that never was, is over, or is decided. */
const unknown = () =>
  new Problem('not-found', 'No program waits with this code. It may have expired: run svc login again.')
