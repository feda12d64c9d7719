/**
 * A sign-in by a company's provider: the browser goes there with a **state** of its own, and comes back with a code. The state is
 * kept as a hash, used once, within ten minutes, in the browser that it went from (a cookie); so nobody can make somebody else
 * end a sign-in that they began. What the provider says counts for addresses of the company's own domain alone, and only where it
 * has verified them. From then on the person is known by issuer and subject.
 */
import { createHash } from 'node:crypto'
import { makeAudit } from '../../audit/audit.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Access } from '../../identity/model/access.ts'
import { Problem } from '../../problem.ts'
import type { Sealer } from '../../sealing/sealing.ts'
import type { User } from '../../users/model/user.ts'
import { changeStoredUser, findUser, isOperatorOfInstallation, makeInsertUser } from '../../users/users.ts'
import * as sessions from '../session-store.ts'
import { comparableEmail, type SignedIn } from '../sign-in-with-password.ts'
import { type Browser, type SessionDeps, startSession } from '../start-session.ts'
import type { AskProvider, Claims } from './ask-provider.ts'
import * as store from './single-sign-on-store.ts'
import * as underWay from './under-way-store.ts'

export type SignInByProvider = {
  /** Where the browser goes, and the secret that it keeps until it comes back. `isAgain`: the person proves again who they are. */
  begin(given: {
    email: string
    redirectUri: string
    isAgain: boolean
  }): Promise<{ address: string; browserToken: string }>
  finish(
    given: { parameters: URLSearchParams; browserToken: string | undefined },
    browser: Browser,
    requestId: string,
  ): Promise<SignedIn>
}

type Deps = SessionDeps & {
  db: Database
  access: Access
  sealer: Pick<Sealer, 'seal' | 'open'>
  provider: AskProvider
}

const underWayMs = 10 * 60_000

export function makeSignInByProvider(deps: Deps): SignInByProvider {
  const { db, now, randomBytes, sealer, provider } = deps
  const randomText = () => Buffer.from(randomBytes(32)).toString('base64url')
  const asked = (found: store.SingleSignOn) => ({
    issuer: found.issuer,
    clientId: found.clientId,
    secret: sealer.open(found.secretSealed, found.companyId),
  })

  return {
    async begin({ email: typed, redirectUri, isAgain }) {
      const email = comparableEmail(typed)
      const found = await store.findByDomain(db.connection, domainOf(email))
      if (!found) throw new Problem(none, 'No single sign-on is set up for this address. Sign in with your password.')
      const [state, nonce, verifier, browserToken] = [randomText(), randomText(), randomText(), randomText()]
      const address = await provider.addressOf(asked(found), {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        login_hint: email,
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      })
      await underWay.insert(db.connection, {
        stateSha256: hashOf(state),
        browserSha256: hashOf(browserToken),
        companyId: found.companyId,
        nonce,
        verifierSealed: sealer.seal(verifier, hashOf(state).toString('hex')),
        redirectUri,
        isAgain,
        expiresAt: new Date(now().getTime() + underWayMs),
      })
      return { address, browserToken }
    },

    async finish({ parameters, browserToken }, browser, requestId) {
      const state = parameters.get('state') ?? ''
      const [stateSha256, browserSha256] = [hashOf(state), hashOf(browserToken ?? '')]
      const one = await underWay.use(db.connection, { stateSha256, browserSha256, now: now() })
      const found = one && (await store.find(db.connection, one.companyId))
      if (!one || !found?.domainVerifiedAt)
        throw new Problem('unauthenticated', 'This sign-in was begun too long ago, or in another browser. Begin again.')
      const claims = await provider.claimsFor(asked(found), {
        parameters,
        state,
        nonce: one.nonce,
        verifier: sealer.open(one.verifierSealed, stateSha256.toString('hex')),
        redirectUri: one.redirectUri,
        maxAgeSeconds: one.isAgain ? againSeconds : undefined,
      })
      return db.transaction(async (tx) => {
        const user = await settle(tx, deps, found, claims, requestId)
        const started = await startSession(
          tx,
          deps,
          { userId: user.id, companyId: user.companyId },
          browser,
          { shown: { by: 'single sign-on', issuer: found.issuer }, at: provedAt(claims) },
          requestId,
        )
        return started
      })
    },
  }

  /** Fresh only if the provider says so: it may have let the person in without a question. */
  function provedAt({ auth_time: seconds }: Claims): Date {
    const at = now().getTime()
    return new Date(typeof seconds === 'number' ? Math.min(at, seconds * 1_000) : at - notFreshMs)
  }
}

const againSeconds = 600
const notFreshMs = 24 * 3_600_000
const none = { code: 'no-single-sign-on', status: 404 } as const

/** Who the person is here, with the role of now. */
async function settle(
  tx: Queryable,
  deps: Deps,
  found: store.SingleSignOn,
  claims: Claims,
  requestId: string,
): Promise<User> {
  const { companyId, issuer } = found
  const email = ownEmail(found, claims)
  const role = roleOf(deps.access, found, claims)
  const at = deps.now()
  const bySystem = { actor: 'system', requestId } as const
  const identity = { companyId, issuer, subject: claims.sub }
  const known = await store.findIdentity(tx, identity)
  const user = await findUser(tx, companyId, known ?? email)
  if (user && (user.removedAt || user.erasedAt)) throw refused('You no longer belong to this company here.')
  if (user && (await isOperatorOfInstallation(tx, user.id)))
    throw refused('You run this installation, and so no company signs you in: use your password or a passkey.')
  if (!user) {
    if (role === undefined) throw noRole()
    const name = typeof claims.name === 'string' && claims.name.trim() !== '' ? claims.name : email
    const made = await makeInsertUser(deps)(tx, bySystem, { companyId, email, name: printable(name), role })
    await store.addIdentity(tx, { ...identity, userId: made.id, at })
    return made
  }
  if (known === undefined) {
    // Of a provider nobody is two people: an address that changed hands there opens nothing here.
    if (await store.hasIdentity(tx, user.id, issuer)) throw refused('This address belonged to somebody else before.')
    await store.addIdentity(tx, { ...identity, userId: user.id, at })
  }
  if (user.role === 'owner' || role === user.role) return user
  if (role === undefined) throw noRole()
  await changeStoredUser(tx, { id: user.id, name: user.name ?? '', role })
  await sessions.endAll(tx, user.id)
  await makeAudit(deps).record(tx, bySystem, {
    companyId,
    action: 'user.change',
    target: user.id,
    before: { role: user.role },
    after: { role, by: 'single sign-on' },
  })
  return { ...user, role }
}

function ownEmail({ domain }: store.SingleSignOn, { email, email_verified: isVerified }: Claims): string {
  if (typeof email !== 'string' || isVerified !== true)
    throw refused('Your company’s sign-in service does not say that your e-mail address is verified.')
  const own = comparableEmail(email)
  if (domainOf(own) !== domain) throw refused(`Your e-mail address there does not end in @${domain}.`)
  return own
}

/** The highest that the groups give. */
function roleOf({ roles }: Access, { groupClaim, groupRoles, defaultRole }: store.SingleSignOn, claims: Claims) {
  const claimed = claims[groupClaim]
  const groups = Array.isArray(claimed) ? claimed : [claimed]
  const given = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return roles.findLast((role) => given.includes(role)) ?? defaultRole ?? undefined
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const printable = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 200)

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const refused = (message: string) => new Problem({ code: 'sign-in-refused', status: 403 }, message)

const noRole = () =>
  refused('None of your groups at your company’s sign-in service has a role here. Ask an owner of your company.')
