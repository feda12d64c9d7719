/**
 * What a link does for the person who holds it. Each is used once: the row goes in the transaction that does what it is for,
 * so of two who come at the same time one is late.
 */
import { makeAudit } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import { readActor, system } from '../identity/model/actor.ts'
import { InputFaults } from '../input-faults.ts'
import { makeRevokeAllKeys } from '../keys/keys.ts'
import { Problem } from '../problem.ts'
import { hashToken } from '../secret-token.ts'
import { changeStoredUser } from '../users/users.ts'
import { endAccess } from './change-member.ts'
import type { LimitAttempts } from './limit-attempts.ts'
import * as links from './link-store.ts'
import { type LinkDeps, linkBrand } from './make-account-link.ts'
import * as messages from './message-store.ts'
import type { LinkKind } from './model/account-link.ts'
import { linkSubjectsOf } from './model/attempt-delays.ts'
import { passwordFault, preparePassword } from './model/password-rules.ts'
import * as passkeys from './passkeys/passkey-store.ts'
import type { PasswordHasher } from './password-hasher.ts'
import * as passwords from './password-store.ts'
import { requireOtherSignIn } from './require-other-sign-in.ts'
import * as factors from './second-factor/factor-store.ts'
import { knowDevice, type SignedIn } from './sign-in-with-password.ts'
import { type Browser, startSession } from './start-session.ts'

export type UseLinks = {
  /** What a link is for, without using it. */
  show(token: string): Promise<links.FoundLink>
  acceptInvitation(
    given: { token: string; password: string; name?: string | undefined },
    browser: Browser,
    requestId: string,
  ): Promise<SignedIn>
  resetPassword(given: { token: string; password: string }, requestId: string): Promise<void>
  /** Into the demo, from this machine alone. */
  enter(token: string, browser: Browser, requestId: string): Promise<SignedIn>
}

type Deps = Omit<LinkDeps, 'pagesUrl' | 'access'> & {
  hasher: PasswordHasher
  limitAttempts: LimitAttempts
  allowsEntry: boolean
}

export function makeUseLinks(deps: Deps): UseLinks {
  const { db, now, hasher, limitAttempts, allowsEntry } = deps
  const audit = makeAudit(deps)
  const revokeAllKeys = makeRevokeAllKeys(deps)

  async function find(token: string, kind?: LinkKind): Promise<links.FoundLink & { sha256: Buffer }> {
    const sha256 = hashToken(linkBrand, token)
    const found = sha256 && (await links.find(db.connection, sha256, now()))
    if (!found || (kind !== undefined && found.kind !== kind)) throw spent()
    return { ...found, sha256 }
  }

  async function useUp(tx: Queryable, { sha256 }: { sha256: Buffer }): Promise<void> {
    if (!(await links.use(tx, sha256, now()))) throw spent()
  }

  /** One link hashes only so many passwords, or its holder could keep the hasher busy. */
  async function hashFor({ sha256 }: { sha256: Buffer }, password: string): Promise<string> {
    await limitAttempts(linkSubjectsOf(sha256))
    return hasher.hash(preparePassword(password)!)
  }

  async function setPassword(tx: Queryable, { userId, companyId, kind }: links.FoundLink, hash: string): Promise<void> {
    const at = now()
    await endAccess(tx, userId)
    await passwords.set(tx, { userId, companyId, hash, at })
    if (kind !== 'entry') await messages.settle(tx, userId, kind, at)
  }

  async function begin(tx: Queryable, link: links.FoundLink, browser: Browser, requestId: string): Promise<SignedIn> {
    const started = await startSession(tx, deps, link, browser, { shown: { by: link.kind } }, requestId)
    return { ...started, deviceToken: await knowDevice(tx, deps, link) }
  }

  /**
   * A person who signs up may use the address of somebody else. Its owner is first heard of when a link that went to the
   * address is used: what was made before then ends, and so does a second factor, which
   * would keep the owner out. A link of a
   * member's proves nothing, for members hand it over themselves.
   */
  async function revokeUnproved(tx: Queryable, link: links.FoundLink, by: Act): Promise<number | undefined> {
    const maker = readActor(link.createdBy)
    if (maker !== system && maker.kind !== 'operator') return undefined
    if (!(await passwords.isUnprovedFounder(tx, link))) return undefined
    const { userId: target, companyId } = link
    if (await factors.remove(tx, target))
      await audit.record(tx, by, { companyId, action: 'second-factor.remove', target })
    return revokeAllKeys(tx, by, companyId)
  }

  /** Who resets a password may have lost the account to somebody: a passkey that was planted would still open it. */
  async function removePasskeys(tx: Queryable, { userId, companyId }: links.FoundLink, by: Act): Promise<void> {
    const removed = await passkeys.removeAll(tx, userId)
    if (removed === 0) return
    await audit.record(tx, by, { companyId, action: 'passkey.remove-all', target: userId, after: { removed } })
  }

  return {
    show: (token) => find(token),

    async acceptInvitation({ token, password, name }, browser, requestId) {
      const link = await find(token, 'invitation')
      const faults = new InputFaults()
      const shownName = name === undefined ? link.name : faults.displayName('name', name)
      checkPassword(faults, password, [link.email, shownName, link.companyName])
      const hash = await hashFor(link, password)
      return db.transaction(async (tx) => {
        await useUp(tx, link)
        await requireOtherSignIn(tx, link)
        if (shownName !== link.name) await changeStoredUser(tx, { id: link.userId, name: shownName, role: link.role })
        await setPassword(tx, link, hash)
        await audit.record(tx, byPerson(link, requestId), {
          companyId: link.companyId,
          action: 'invitation.accept',
          target: link.userId,
          after: { name: shownName },
        })
        return begin(tx, link, browser, requestId)
      })
    },

    async resetPassword({ token, password }, requestId) {
      const link = await find(token, 'reset')
      checkPassword(new InputFaults(), password, [link.email, link.name, link.companyName])
      const hash = await hashFor(link, password)
      await db.transaction(async (tx) => {
        await useUp(tx, link)
        await setPassword(tx, link, hash)
        await messages.add(tx, { ...link, id: deps.newId('msg'), kind: 'password-changed', at: now() })
        const by = byPerson(link, requestId)
        await removePasskeys(tx, link, by)
        const revokedKeys = await revokeUnproved(tx, link, by)
        await audit.record(tx, by, {
          companyId: link.companyId,
          action: 'password.reset',
          target: link.userId,
          ...(revokedKeys !== undefined && { after: { revokedKeys } }),
        })
      })
    },

    async enter(token, browser, requestId) {
      if (!allowsEntry || !isThisMachine(browser.address)) throw spent()
      const link = await find(token, 'entry')
      return db.transaction(async (tx) => {
        await useUp(tx, link)
        return begin(tx, link, browser, requestId)
      })
    },
  }
}

const byPerson = ({ userId }: { userId: string }, requestId: string): Act => ({
  actor: { kind: 'user', id: userId },
  requestId,
})

/** The same for a link that never was, has expired, or has been used: a guess learns nothing. */
const spent = () =>
  new Problem('unauthenticated', 'This link is not valid, or it has been used or has expired. Ask for a new one.')

export function checkPassword(faults: InputFaults, password: string, known: readonly string[]): void {
  const fault = passwordFault(password, known)
  if (fault !== undefined) faults.add('body.password', fault)
  faults.throwIfAny()
}

const isThisMachine = (address: string): boolean => /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i.test(address)
