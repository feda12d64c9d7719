/**
 * Passkeys (WebAuthn, level 3): a person signs in, or proves again to be who they are, by a key that their device or password
 * manager keeps and unlocks by a finger, a face or a PIN. It is more than password and code together, so it stands in for
 * both. Every passkey is **discoverable**: the browser knows whose it is, and nothing that the service sends before says
 * whether an account exists.
 *
 * What is signed is a **challenge**: random, kept as a hash for five minutes, used once, made for one purpose and, for somebody
 * signed in, for one person (`challenge-store.ts`). It is signed for a host name and an origin (`passkey-site.ts`), so no other
 * site can ask for it. An authenticator that counts must count upwards: one that does not was copied, and is refused.
 *
 * No attempt with a passkey counts against the account: nobody guesses one, and nobody's failures keep its owner out.
 */
import { createHash } from 'node:crypto'
import { makeAudit } from '../../audit/audit.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Act } from '../../identity/model/actor.ts'
import type { Principal } from '../../identity/model/principal.ts'
import { requireFresh } from '../../identity/model/step-up.ts'
import { InputFaults } from '../../input-faults.ts'
import { Problem } from '../../problem.ts'
import * as messages from '../message-store.ts'
import type { SessionDeps } from '../start-session.ts'
import * as challenges from './challenge-store.ts'
import type { PasskeySite } from './passkey-site.ts'
import * as store from './passkey-store.ts'
import {
  type Assertion,
  challengeOf,
  type NewCredential,
  type Registration,
  verifyAssertion,
  verifyRegistration,
} from './verify-passkey.ts'

export { passkeySiteOf, type RequestAddress, requirePasskeySite } from './passkey-site.ts'
export type { Assertion, Registration } from './verify-passkey.ts'

export type Passkeys = {
  list(by: Principal): Promise<store.Passkey[]>
  /** What an authenticator has to sign to become a passkey of this person. */
  begin(by: Principal, site: PasskeySite): Promise<{ challenge: string; exclude: string[] }>
  add(by: Principal & Act, given: Registration & { name: string }, site: PasskeySite): Promise<store.Passkey>
  rename(by: Principal & Act, id: string, name: string): Promise<void>
  remove(by: Principal & Act, id: string): Promise<void>
  /** For anybody who wants to sign in. */
  challenge(): Promise<string>
  /** For somebody who is signed in; by one of these passkeys. */
  challengeFor(by: Principal, site: PasskeySite): Promise<{ challenge: string; allow: string[] }>
  /** Whose passkey signed. `by`: it must be one of theirs. */
  prove(given: Assertion, site: PasskeySite, by?: Principal): Promise<ProvedPasskey>
  /** Writes down the use in the transaction that it is for; throws where the passkey was removed or used meanwhile. */
  recordUse(tx: Queryable, proved: ProvedPasskey): Promise<void>
}

export type ProvedPasskey = Pick<store.Passkey, 'id' | 'userId' | 'companyId' | 'name' | 'signCount' | 'isSynced'> & {
  email: string
}

type Deps = SessionDeps & { db: Database }

const challengeMs = 5 * 60_000
/** Of the installation, for people who are not signed in yet: 33 a second. */
const maxOpenChallenges = 10_000
export const maxPasskeys = 20
const challengeBytes = 32

export function makePasskeys(deps: Deps): Passkeys {
  const { db, now, newId, randomBytes } = deps
  const audit = makeAudit(deps)

  async function newChallenge(purpose: challenges.Purpose, userId?: string): Promise<string> {
    const challenge = Buffer.from(randomBytes(challengeBytes)).toString('base64url')
    await keep(deps, { sha256: hashOf(challenge), purpose, userId })
    return challenge
  }

  /** The challenge, used up; undefined where it is none of ours, of another purpose or person, used, or too old. */
  async function use(clientData: string, purpose: challenges.Purpose, userId?: string): Promise<string | undefined> {
    const challenge = challengeOf(clientData)
    if (challenge === undefined) return undefined
    const found = await challenges.use(db.connection, { sha256: hashOf(challenge), purpose, userId, now: now() })
    return found ? challenge : undefined
  }

  const idsAt = async ({ actor }: Principal, { rpId }: PasskeySite) =>
    (await store.list(db.connection, actor.id))
      .filter((passkey) => passkey.rpId === rpId)
      .map(({ credentialId }) => credentialId.toString('base64url'))

  async function requireRising(found: store.Passkey, signCount: number, requestId: string | null): Promise<void> {
    if ((signCount === 0 && found.signCount === 0) || signCount > found.signCount) return
    await audit.record(
      db.connection,
      { actor: 'system', requestId },
      { companyId: found.companyId, action: 'passkey.refuse', target: found.id, after: { because: 'its count fell' } },
    )
    throw refused('This passkey may have been copied, for its count has fallen. Remove it, and add another.')
  }

  return {
    list: ({ actor }) => store.list(db.connection, actor.id),

    async begin(by, site) {
      requireFresh(by)
      return { challenge: await newChallenge('register', by.actor.id), exclude: await idsAt(by, site) }
    },

    async add(by, { name: typed, ...given }, site) {
      requireFresh(by)
      const faults = new InputFaults()
      const name = faults.displayName('body.name', typed)
      faults.throwIfAny()
      const challenge = await use(given.clientData, 'register', by.actor.id)
      const made = challenge === undefined ? undefined : await verifyRegistration(given, challenge, site)
      if (!made) throw notAccepted()
      const passkey = toPasskey(made, { id: newId('pky'), by, name, site, at: now() })
      return db.transaction(async (tx) => {
        if (!(await store.insert(tx, passkey, maxPasskeys)))
          throw new Problem(
            'conflict',
            `This passkey is known already, or you have ${maxPasskeys}, the most there can be.`,
          )
        await audit.record(tx, by, {
          companyId: by.companyId,
          action: 'passkey.add',
          target: passkey.id,
          after: { name, isSynced: passkey.isSynced },
        })
        const { companyId, userId, createdAt: at } = passkey
        await messages.add(tx, { id: newId('msg'), companyId, userId, kind: 'passkey-added', at })
        return passkey
      })
    },

    async rename(by, id, typed) {
      requireFresh(by)
      const faults = new InputFaults()
      const name = faults.displayName('body.name', typed)
      faults.throwIfAny()
      await db.transaction(async (tx) => {
        const before = await store.rename(tx, { id, userId: by.actor.id, name })
        if (before === undefined) throw missing(id)
        if (before === name) return
        const changed = { before: { name: before }, after: { name } }
        await audit.record(tx, by, { companyId: by.companyId, action: 'passkey.rename', target: id, ...changed })
      })
    },

    async remove(by, id) {
      requireFresh(by)
      await db.transaction(async (tx) => {
        const name = await store.remove(tx, { id, userId: by.actor.id })
        if (name === undefined) throw missing(id)
        const { companyId } = by
        await audit.record(tx, by, { companyId, action: 'passkey.remove', target: id, before: { name }, after: null })
      })
    },

    challenge: () => newChallenge('sign-in'),

    challengeFor: async (by, site) => ({
      challenge: await newChallenge('prove', by.actor.id),
      allow: await idsAt(by, site),
    }),

    async prove(given, site, by) {
      const challenge = await use(given.clientData, by ? 'prove' : 'sign-in', by?.actor.id)
      const found = await store.findByCredential(db.connection, Buffer.from(given.credentialId, 'base64url'))
      if (challenge === undefined || !found || found.rpId !== site.rpId) throw notAccepted()
      if (by && found.userId !== by.actor.id) throw refused('This passkey belongs to somebody else.')
      const signed = await verifyAssertion(given, challenge, site, found)
      if (!signed) throw notAccepted()
      await requireRising(found, signed.signCount, null)
      const { id, userId, companyId, name, email } = found
      return { id, userId, companyId, name, email, ...signed }
    },

    async recordUse(tx, { id, signCount, isSynced }) {
      if (!(await store.recordUse(tx, { id, signCount, isSynced, at: now() }))) throw notAccepted()
    },
  }
}

async function keep(
  { db, now }: Deps,
  asked: { sha256: Buffer; purpose: challenges.Purpose; userId: string | undefined },
): Promise<void> {
  const at = now()
  const challenge = { ...asked, expiresAt: new Date(at.getTime() + challengeMs) }
  if (await challenges.insert(db.connection, challenge, at, maxOpenChallenges)) return
  throw new Problem('unavailable', 'Too many people sign in with passkeys at this moment. Try again soon.', {
    retryAfterSeconds: 30,
  })
}

function toPasskey(
  made: NewCredential,
  { id, by, name, site, at }: { id: string; by: Principal; name: string; site: PasskeySite; at: Date },
): store.Passkey {
  const { companyId, actor } = by
  return { ...made, id, companyId, userId: actor.id, name, rpId: site.rpId, createdAt: at, lastUsedAt: null }
}

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

const missing = (id: string) => new Problem('not-found', `Passkey ${id} not found.`)

/** 403, so that a session that asks stays as it is. */
export const refused = (message: string) => new Problem({ code: 'wrong-passkey', status: 403 }, message)

/** One response for whatever is wrong: it says nothing of which passkeys there are. */
const notAccepted = () =>
  refused('This passkey was not accepted: it is not known here, or it was asked for too long ago. Try again.')
