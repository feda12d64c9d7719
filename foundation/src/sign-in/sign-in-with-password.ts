import { makeAudit } from '../audit/audit.ts'
import type { Database, Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { generateToken, hashToken } from '../secret-token.ts'
import * as devices from './device-store.ts'
import type { Attempt, LimitAttempts } from './limit-attempts.ts'
import { signInSubjectsOf } from './model/attempt-delays.ts'
import { preparePassword } from './model/password-rules.ts'
import type { PasswordHasher } from './password-hasher.ts'
import * as passwords from './password-store.ts'
import { requireOtherSignIn } from './require-other-sign-in.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import { type Browser, type SessionDeps, type StartedSession, startSession } from './start-session.ts'

export type SignedIn = StartedSession & {
  /** The mark for a browser that was not known. */
  deviceToken?: string
}

export type SignInWithPassword = (
  given: { email: string; password: string; company?: string | undefined; code?: string | undefined },
  browser: Browser,
  requestId: string,
) => Promise<SignedIn>

type Deps = SessionDeps & {
  db: Database
  hasher: PasswordHasher
  limitAttempts: LimitAttempts
  secondFactor: SecondFactor
}

export const deviceBrand = 'svd_'

/** The same response, after the same work, whether the account is unknown, has no password yet, or has another. */
export function makeSignInWithPassword(deps: Deps): SignInWithPassword {
  const { db, hasher, limitAttempts, now, secondFactor } = deps
  const audit = makeAudit(deps)
  return async ({ email: typed, password: given, company, code }, browser, requestId) => {
    const email = comparableEmail(typed)
    const password = preparePassword(given)
    const deviceHash = browser.deviceToken === undefined ? undefined : hashToken(deviceBrand, browser.deviceToken)
    const account = await passwords.findAccount(db.connection, email, company)
    const device = deviceHash && (await devices.find(db.connection, deviceHash, account?.userId))
    const attempt = await limitAttempts(signInSubjectsOf({ email, address: browser.address, deviceId: device?.id }))
    const isRight = await verify(deps, attempt, account?.hash, password)
    if (!account || !isRight) {
      await recordDelay(account, attempt, requestId)
      throw new Problem('unauthenticated', 'The e-mail address or the password is wrong.')
    }
    const factor = await secondFactor.prove(account.userId, code).catch(async (error: unknown) => {
      await attempt.undecided(db.connection) // the password was right: what is counted from here on is codes
      throw error
    })
    const newHash = hasher.isOutdated(account.hash) ? await hasher.hash(password!) : undefined
    return db.transaction(async (tx) => {
      // Changed or taken away since it was read: this very password opens nothing any more.
      if (!(await passwords.isCurrent(tx, account.userId, account.hash))) {
        throw new Problem('unauthenticated', 'The e-mail address or the password is wrong.')
      }
      if (newHash !== undefined) await passwords.rehash(tx, account.userId, account.hash, newHash)
      await attempt.succeeded(tx)
      await requireOtherSignIn(tx, account)
      const shown = { by: factor === 'none' ? 'password' : `password and ${factor}` }
      const started = await startSession(tx, deps, account, browser, { shown }, requestId)
      if (device) {
        await devices.recordUse(tx, device.id, now())
        return started
      }
      return { ...started, deviceToken: await knowDevice(tx, deps, account) }
    })
  }

  /** Of a known account alone: an unknown one is nobody's. */
  async function recordDelay(
    account: passwords.PasswordAccount | undefined,
    { beginsDelay }: Attempt,
    requestId: string,
  ) {
    if (!account || !beginsDelay) return
    await audit.record(
      db.connection,
      { actor: 'system', requestId },
      {
        companyId: account.companyId,
        action: 'sign-in.delay',
        target: account.userId,
        after: { because: 'too many attempts failed' },
      },
    )
  }
}

/** An attempt that came to no result is not counted. */
async function verify({ db, hasher }: Deps, attempt: Attempt, hash: string | undefined, password: string | undefined) {
  try {
    return await hasher.verify(hash, password)
  } catch (error) {
    await attempt.undecided(db.connection)
    throw error
  }
}

/** Marks the browser of a person who has signed in. */
export async function knowDevice(
  tx: Queryable,
  { now, newId, randomBytes }: SessionDeps,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<string> {
  const token = generateToken(deviceBrand, randomBytes)
  await devices.insert(tx, { id: newId('dev'), companyId, userId }, hashToken(deviceBrand, token)!, now())
  return token
}

/** As it is counted and searched for: PostgreSQL folds the case. */
export const comparableEmail = (typed: string): string =>
  typed.trim().normalize('NFC').toLowerCase().replaceAll('\0', '\ufffd')
