/** A passkey in place of password and code: at sign-in, and where somebody proves again to be who they are. */
import { makeAudit } from '../../audit/audit.ts'
import type { Database } from '../../database/database.ts'
import type { Act } from '../../identity/model/actor.ts'
import type { Principal } from '../../identity/model/principal.ts'
import { hashToken } from '../../secret-token.ts'
import * as devices from '../device-store.ts'
import { requireOtherSignIn } from '../require-other-sign-in.ts'
import { comparableEmail, deviceBrand, knowDevice, type SignedIn } from '../sign-in-with-password.ts'
import { type Browser, renewSession, type SessionDeps, startSession } from '../start-session.ts'
import type { PasskeySite } from './passkey-site.ts'
import { type Assertion, type Passkeys, refused } from './passkeys.ts'

type Deps = SessionDeps & { db: Database; passkeys: Passkeys }

export type SignInWithPasskey = (
  given: Assertion & { email?: string | undefined },
  site: PasskeySite,
  browser: Browser,
  requestId: string,
) => Promise<SignedIn>

export function makeSignInWithPasskey(deps: Deps): SignInWithPasskey {
  const { db, passkeys, now } = deps
  return async ({ email, ...given }, site, browser, requestId) => {
    const proved = await passkeys.prove(given, site)
    // Only who holds the passkey learns whose it is.
    if (email !== undefined && comparableEmail(email) !== comparableEmail(proved.email))
      throw refused(`This passkey belongs to ${proved.email}.`)
    const deviceHash = browser.deviceToken === undefined ? undefined : hashToken(deviceBrand, browser.deviceToken)
    return db.transaction(async (tx) => {
      await passkeys.recordUse(tx, proved)
      await requireOtherSignIn(tx, proved)
      const shown = { by: 'passkey', passkey: proved.name }
      const started = await startSession(tx, deps, proved, browser, { shown }, requestId)
      const device = deviceHash && (await devices.find(tx, deviceHash, proved.userId))
      if (!device) return { ...started, deviceToken: await knowDevice(tx, deps, proved) }
      await devices.recordUse(tx, device.id, now())
      return started
    })
  }
}

/** Returns the new secret of the session, as with a password. */
export type StepUpWithPasskey = (by: Principal & Act, given: Assertion, site: PasskeySite) => Promise<string>

export function makeStepUpWithPasskey(deps: Deps): StepUpWithPasskey {
  const { db, passkeys } = deps
  const audit = makeAudit(deps)
  return async (by, given, site) => {
    const proved = await passkeys.prove(given, site, by)
    return db.transaction(async (tx) => {
      await passkeys.recordUse(tx, proved)
      await audit.record(tx, by, {
        companyId: by.companyId,
        action: 'session.step-up',
        target: by.session?.id ?? '',
        after: { by: 'passkey', passkey: proved.name },
      })
      return renewSession(tx, deps, by)
    })
  }
}
