/**
 * Signing in: how a person becomes the principal of a request.
 *
 * A person is a user of one company, with a **role**. They prove to be who they are by a **password** (Argon2id,
 * `password-hasher.ts`; what may be one, `model/password-rules.ts`). Attempts are counted before they are made, by what was
 * typed and where (`model/attempt-delays.ts`): the delays grow, and never keep a person out of a browser that they have
 * signed in with, the **known device**. Whether an account exists shows in no response and in no duration.
 *
 * Beside it a person may use a **second factor** (`second-factor/second-factor.ts`), or in place of both a **passkey**
 * (`passkeys/passkeys.ts`).
 *
 * A **link** stands in for a password that there is not yet, or no more (`model/account-link.ts`, `use-link.ts`); who is to get one
 * waits as a **message** (`message-store.ts`).
 *
 * What they get is a **session**: a row, of whose secret the database has the hash and the browser's cookie the rest
 * (`session-cookies.ts`). It ends 12 hours after its last use, after 7 days, and when it is ended; every request asks
 * (`session-guard.ts`). A request that could change something must also come from a page of ours (`own-page.ts`).
 *
 * An assistant that runs elsewhere acts for a person by a **grant** of OAuth (`oauth/oauth.ts`). The command line gets a key through
 * a browser by a **hand-over** (`hand-over/hand-over.ts`).
 *
 * Both services serve it under `/auth/`, with the roles of their own table.
 */
import type { Database } from '../database/database.ts'
import type { ResolveText } from '../domain-name.ts'
import type { App, SessionGuard } from '../http/http.ts'
import type { Access } from '../identity/model/access.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Sealer } from '../sealing/sealing.ts'
import { type AccountRouteDeps, accountRoutes } from './account.routes.ts'
import { makeHandOver } from './hand-over/hand-over.ts'
import { makeLimitAttempts } from './limit-attempts.ts'
import { makeOwnSessions } from './member-sessions.ts'
import { type MemberRouteDeps, memberRoutes } from './members.routes.ts'
import { makeNewcomers, type Newcomers } from './newcomers.ts'
import { grantRoutes, makeOAuth, type OAuth } from './oauth/oauth.ts'
import { type PasskeyRouteDeps, passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { makePasskeys } from './passkeys/passkeys.ts'
import { makeSignInWithPasskey, makeStepUpWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { PasswordHasher } from './password-hasher.ts'
import { makePublicStep } from './public-steps.ts'
import { readAccount } from './read-account.ts'
import { makeRequestReset } from './request-reset.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { makeSecondFactor, type SecondFactor } from './second-factor/second-factor.ts'
import { sessionRoutes } from './session.routes.ts'
import { makeSessionCookies } from './session-cookies.ts'
import { makeSessionGuard } from './session-guard.ts'
import { makeSignInWithPassword } from './sign-in-with-password.ts'
import { makeSignOut } from './sign-out.ts'
import { makeAskProvider } from './single-sign-on/ask-provider.ts'
import { makeSingleSignOnSettings } from './single-sign-on/set-single-sign-on.ts'
import { makeSignInByProvider } from './single-sign-on/sign-in-by-provider.ts'
import { type SingleSignOnRouteDeps, singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts'
import type { SessionDeps } from './start-session.ts'
import { makeChangePassword, makeStepUp } from './step-up.ts'
import { makeUseLinks } from './use-link.ts'

export { serveAskingPage } from './asking/asking-page.ts'
export type { ChangeMember, RemoveMember } from './change-member.ts'
export { endAllAccess } from './end-all-access.ts'
export type { InviteUser } from './invite-user.ts'
export type { Member, MemberFilter } from './list-members.ts'
export type { MakeAccountLink } from './make-account-link.ts'
export { makeMemberActs } from './member-acts.ts'
export type { EndMemberSessions, ListMemberSessions } from './member-sessions.ts'
export type { MemberRouteDeps } from './members.routes.ts'
export type { Newcomers } from './newcomers.ts'
export { requireOwnAddress } from './own-page.ts'
export { signInPruners } from './pruners.ts'
export { browserOf, makePublicStep, type PublicStep } from './public-steps.ts'
export type { RemoveMemberFactor } from './remove-member-factor.ts'
export { sealedFactors } from './second-factor/sealed-factors.ts'
export { begin as beginSession } from './session.routes.ts'
export { sessionCookieOf } from './session-cookies.ts'
export { SignedInPerson } from './session-responses.ts'
export { signInRedactor } from './sign-in-redactor.ts'
export type { SignedIn } from './sign-in-with-password.ts'
export { sealedSignOnSecrets } from './single-sign-on/sealed-sign-on-secrets.ts'
export type { Browser } from './start-session.ts'

export type SignIn = AccountRouteDeps &
  PasskeyRouteDeps &
  SingleSignOnRouteDeps & {
    secondFactor: SecondFactor
    /** For assistants that act for people, and for programs that get a key. */
    oauth: Pick<OAuth, 'tokens' | 'routes'>
    ownGrants: OAuth['ownGrants']
    /** For the request guards of the service. */
    sessions: SessionGuard
    /** For people who sign up. */
    newcomers: Newcomers
    close(): Promise<void>
  }

export type SignInDeps = SessionDeps & {
  db: Database
  access: Access
  /** The service, as its cookies name it. */
  name: string
  publicBaseUrl: string | undefined
  uptimeMs: () => number
  /** Of the service, as people know it; and where its pages are. */
  title: string
  pagesPath: string
  /** Of what people share with the service. */
  sealer: Pick<Sealer, 'seal' | 'open'>
  /** Asks addresses that strangers gave. */
  outbound: Pick<Outbound, 'get' | 'faultOf'>
  /** Asks the DNS; that of the machine where it is absent. */
  resolveText?: ResolveText | undefined
  /** In the demo alone. */
  allowsEntry: boolean
}

export function makeSignIn(deps: SignInDeps): SignIn {
  const { db, access, randomBytes } = deps
  const hasher = new PasswordHasher({ randomBytes })
  const cookies = makeSessionCookies(deps)
  const limitAttempts = makeLimitAttempts(deps)
  const secondFactor = makeSecondFactor({ ...deps, limitAttempts })
  const passkeys = makePasskeys(deps)
  const provider = makeAskProvider(deps)
  const proving = { ...deps, hasher, limitAttempts, secondFactor }
  const handOver = makeHandOver({ ...deps, limitAttempts })
  const oauth = makeOAuth({ ...deps, deviceGrant: handOver })
  const { close, ...sessions } = makeSessionGuard({ ...deps, cookies })
  return {
    access,
    cookies,
    sessions,
    secondFactor,
    oauth: {
      tokens: oauth.tokens,
      routes(app) {
        oauth.routes(app)
        handOver.routes(app)
      },
    },
    ownGrants: oauth.ownGrants,
    close,
    publicBaseUrl: deps.publicBaseUrl,
    publicStep: makePublicStep(deps),
    signInWithPassword: makeSignInWithPassword(proving),
    passkeys,
    passkeyStep: makePublicStep(deps),
    pagesPath: deps.pagesPath,
    singleSignOn: makeSingleSignOnSettings({ ...deps, provider }),
    signInByProvider: makeSignInByProvider({ ...deps, provider }),
    providerStep: makePublicStep(deps),
    signInWithPasskey: makeSignInWithPasskey({ ...deps, passkeys }),
    stepUpWithPasskey: makeStepUpWithPasskey({ ...deps, passkeys }),
    signOut: makeSignOut(deps),
    links: makeUseLinks(proving),
    newcomers: makeNewcomers({ ...deps, hasher }),
    requestReset: makeRequestReset(proving),
    stepUp: makeStepUp(proving),
    changePassword: makeChangePassword(proving),
    ownSessions: makeOwnSessions(deps),
    readAccount: (sessionId) => readAccount(db.connection, sessionId),
  }
}

/** What the API document says of the tag of these routes. */
export const signInTags = {
  People:
    'Signing in, and the people of the company. For pages of the service: each write needs the header `X-Service-Csrf: 1`.',
}

export function signInRoutes(app: App, deps: SignIn, members: MemberRouteDeps): void {
  sessionRoutes(app, deps)
  accountRoutes(app, deps)
  secondFactorRoutes(app, deps)
  passkeyRoutes(app, deps)
  singleSignOnRoutes(app, deps)
  grantRoutes(app, deps)
  memberRoutes(app, members)
}
