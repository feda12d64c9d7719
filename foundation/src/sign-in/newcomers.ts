/** People whose account is made with a password at once: somebody who signs up. */
import type { Queryable } from '../database/database.ts'
import type { InputFaults } from '../input-faults.ts'
import { preparePassword } from './model/password-rules.ts'
import type { PasswordHasher } from './password-hasher.ts'
import * as passwords from './password-store.ts'
import { knowDevice, type SignedIn } from './sign-in-with-password.ts'
import { type Browser, type SessionDeps, startSession } from './start-session.ts'
import { checkPassword } from './use-link.ts'

export type Newcomers = {
  /** Throws all faults where the password may be none. `known`: names that it must not be. */
  check(faults: InputFaults, password: string, known: readonly string[]): void
  /** The hash of a password that has been checked. */
  hash(password: string): Promise<string>
  /** Stores the password of a new person and signs them in. */
  begin(
    tx: Queryable,
    person: { userId: string; companyId: string; hash: string },
    browser: Browser,
    requestId: string,
  ): Promise<SignedIn>
}

export function makeNewcomers(deps: SessionDeps & { hasher: PasswordHasher }): Newcomers {
  const { hasher, now } = deps
  return {
    check: checkPassword,
    hash: (password) => hasher.hashForNewcomer(preparePassword(password)!),
    async begin(tx, { userId, companyId, hash }, browser, requestId) {
      await passwords.set(tx, { userId, companyId, hash, at: now() })
      const shown = { by: 'sign-up' }
      const started = await startSession(tx, deps, { userId, companyId }, browser, { shown }, requestId)
      return { ...started, deviceToken: await knowDevice(tx, deps, { userId, companyId }) }
    },
  }
}
