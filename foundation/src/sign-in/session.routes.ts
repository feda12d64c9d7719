/** Signing in and out, and who is signed in. */
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { type App, callerOf, problems } from '../http/http.ts'
import type { Access } from '../identity/model/access.ts'
import { Problem } from '../problem.ts'
import { browserOf, type PublicStep } from './public-steps.ts'
import type { Account } from './read-account.ts'
import type { SessionCookies } from './session-cookies.ts'
import { SignedInPerson, showAccount } from './session-responses.ts'
import type { SignedIn, SignInWithPassword } from './sign-in-with-password.ts'
import type { SignOut } from './sign-out.ts'

export type SessionRouteDeps = {
  access: Access
  cookies: SessionCookies
  publicStep: PublicStep
  signInWithPassword: SignInWithPassword
  signOut: SignOut
  readAccount: (sessionId: string) => Promise<Account | undefined>
}

export const tags = ['People']

export const Password = Type.String({ minLength: 1, maxLength: 1_024, description: 'The password.' })

/** Beside the password. */
export const SecondFactorCode = Type.Optional(
  Type.String({
    maxLength: 40,
    description: 'Of the second factor, where there is one: of the app, or a recovery code.',
  }),
)

export function sessionRoutes(app: App, deps: SessionRouteDeps): void {
  app.post(
    '/auth/sign-in',
    {
      schema: {
        operationId: 'signIn',
        tags,
        summary: 'Sign in with e-mail address and password',
        description:
          'Sets the cookie of the session. The response to a wrong password and to an unknown address is the same. After ' +
          'failures the next attempt has to wait: 429 says how long. 403 `second-factor-required`: the password is right, and a ' +
          '`code` is needed as well; `wrong-code`: it is wrong.',
        body: Type.Object(
          {
            email: Type.String({ minLength: 3, maxLength: 320, examples: ['ada@example.com'] }),
            password: Password,
            company: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 63,
                description: 'The slug of the company, for somebody who belongs to several.',
              }),
            ),
            code: SecondFactorCode,
          },
          { title: 'SignIn', additionalProperties: false },
        ),
        response: { 200: SignedInPerson, ...problems('unauthenticated', 'forbidden', 'rate-limited', 'unavailable') },
      },
      config: { public: true },
      onRequest: (request, reply) => deps.publicStep(request, reply),
    },
    async (request, reply) => {
      const started = await deps.signInWithPassword(request.body, browserOf(request, deps.cookies), request.id)
      return begin(reply, deps, started)
    },
  )

  app.post(
    '/auth/sign-out',
    {
      schema: {
        operationId: 'signOut',
        tags,
        summary: 'Sign out',
        description: 'Ends the session and takes its cookie away.',
        response: { 204: Type.Null() },
      },
      config: { session: true },
    },
    async (request, reply) => {
      await deps.signOut({ ...callerOf(request), requestId: request.id })
      deps.cookies.clearSession(reply)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/auth/session',
    {
      schema: {
        operationId: 'getSession',
        tags,
        summary: 'See who is signed in',
        description: 'The person, the company, and what the role may do.',
        response: { 200: SignedInPerson },
      },
      config: { session: true },
    },
    async (request) => showAccount(await accountOf(deps, callerOf(request).session?.id ?? ''), deps.access),
  )
}

/** Gives the browser what it needs to be signed in, and says who is. */
export async function begin(
  reply: FastifyReply,
  deps: Pick<SessionRouteDeps, 'cookies' | 'readAccount' | 'access'>,
  { session, token, deviceToken }: SignedIn,
) {
  deps.cookies.setSession(reply, token)
  if (deviceToken !== undefined) deps.cookies.setDevice(reply, deviceToken)
  return showAccount(await accountOf(deps, session.id), deps.access)
}

export async function accountOf(
  { readAccount }: Pick<SessionRouteDeps, 'readAccount'>,
  sessionId: string,
): Promise<Account> {
  const account = await readAccount(sessionId)
  if (!account) throw new Problem('unauthenticated', 'You are not signed in.')
  return account
}
