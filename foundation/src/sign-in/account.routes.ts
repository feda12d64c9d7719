/** Links, passwords, and a person's own sessions. */
import Type from 'typebox'
import { type App, callerOf, problems } from '../http/http.ts'
import type { OwnSessions } from './member-sessions.ts'
import { linkKinds } from './model/account-link.ts'
import { browserOf } from './public-steps.ts'
import type { RequestReset } from './request-reset.ts'
import { accountOf, begin, Password, SecondFactorCode, type SessionRouteDeps, tags } from './session.routes.ts'
import { Instant, SessionList, SignedInPerson, showAccount, showSession } from './session-responses.ts'
import type { ChangePassword, StepUp } from './step-up.ts'
import type { UseLinks } from './use-link.ts'

export type AccountRouteDeps = SessionRouteDeps & {
  links: UseLinks
  requestReset: RequestReset
  stepUp: StepUp
  changePassword: ChangePassword
  ownSessions: OwnSessions
}

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'The part of the link after `#`.' })
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1_024,
  description: '12 to 256 characters; not one of the commonest, nor your name, address or company.',
})
const fields = { additionalProperties: false }

export function accountRoutes(app: App, deps: AccountRouteDeps): void {
  linkRoutes(app, deps)
  resetRoutes(app, deps)
  proofRoutes(app, deps)
  ownSessionRoutes(app, deps)
}

function linkRoutes(app: App, deps: AccountRouteDeps): void {
  const open = {
    config: { public: true as const },
    onRequest: ((request, reply) => deps.publicStep(request, reply)) as SessionRouteDeps['publicStep'],
  }
  const refused = problems('unauthenticated', 'forbidden', 'rate-limited', 'unavailable')

  app.post(
    '/auth/link',
    {
      schema: {
        operationId: 'showAccountLink',
        tags,
        summary: 'See what a link is for',
        description: 'For the page that a link leads to. The link can still be used.',
        body: Type.Object({ token: Token }, { title: 'LinkToken', ...fields }),
        response: {
          200: Type.Object(
            {
              kind: Type.String({ enum: [...linkKinds] }),
              email: Type.String(),
              name: Type.String(),
              company: Type.Object({ name: Type.String(), slug: Type.String() }, { title: 'LinkCompany' }),
              role: Type.String(),
              expiresAt: Instant('Until when it can be used.'),
            },
            { title: 'AccountLink' },
          ),
          ...refused,
        },
      },
      ...open,
    },
    async (request) => {
      const { kind, email, name, companyName, slug, role, expiresAt } = await deps.links.show(request.body.token)
      return { kind, email, name, company: { name: companyName, slug }, role, expiresAt: expiresAt.toISOString() }
    },
  )

  app.post(
    '/auth/invitation',
    {
      schema: {
        operationId: 'acceptInvitation',
        tags,
        summary: 'Accept an invitation',
        description: 'Sets the password and signs the person in. The link can be used once, for seven days.',
        body: Type.Object(
          { token: Token, password: NewPassword, name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
          { title: 'InvitationAcceptance', ...fields },
        ),
        response: { 200: SignedInPerson, ...refused },
      },
      ...open,
    },
    async (request, reply) =>
      begin(reply, deps, await deps.links.acceptInvitation(request.body, browserOf(request, deps.cookies), request.id)),
  )

  // Of no use to anybody but the page of the demo, and so not in the document.
  app.post(
    '/auth/enter',
    {
      schema: {
        hide: true,
        body: Type.Object({ token: Token }, { title: 'EntryToken', ...fields }),
        response: { 200: SignedInPerson, ...refused },
      },
      ...open,
    },
    async (request, reply) =>
      begin(reply, deps, await deps.links.enter(request.body.token, browserOf(request, deps.cookies), request.id)),
  )

  app.post(
    '/auth/reset/confirm',
    {
      schema: {
        operationId: 'resetPassword',
        tags,
        summary: 'Choose a new password by a link',
        description:
          'Ends all sessions of the person, who then signs in. The link can be used once, for thirty minutes.',
        body: Type.Object({ token: Token, password: NewPassword }, { title: 'PasswordReset', ...fields }),
        response: { 204: Type.Null(), ...refused },
      },
      ...open,
    },
    async (request, reply) => {
      await deps.links.resetPassword(request.body, request.id)
      return reply.code(204).send(null)
    },
  )
}

function resetRoutes(app: App, deps: AccountRouteDeps): void {
  app.post(
    '/auth/reset',
    {
      schema: {
        operationId: 'requestPasswordReset',
        tags,
        summary: 'Request a link to choose a new password',
        description:
          'The response does not reveal whether the account exists. Without mail, an operator or admin hands the link out.',
        body: Type.Object(
          {
            email: Type.String({ minLength: 3, maxLength: 320, examples: ['ada@example.com'] }),
            company: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 63,
                description: 'The slug of the company, if you belong to several.',
              }),
            ),
          },
          { title: 'ResetRequest', ...fields },
        ),
        response: {
          202: Type.Object({ message: Type.String() }, { title: 'ResetRequested' }),
          ...problems('forbidden', 'rate-limited', 'unavailable'),
        },
      },
      config: { public: true },
      onRequest: (request, reply) => deps.publicStep(request, reply),
    },
    async (request, reply) => {
      await deps.requestReset(request.body, request.ip)
      return reply.code(202).send({ message: 'If there is an account with this address, a link is on its way.' })
    },
  )
}

function proofRoutes(app: App, deps: AccountRouteDeps): void {
  app.post(
    '/auth/step-up',
    {
      schema: {
        operationId: 'stepUp',
        tags,
        summary: 'Confirm with the password',
        description:
          'With a `code` too where you have a second factor. For ten minutes, what is dangerous needs no other confirmation. The session has a new cookie.',
        body: Type.Object({ password: Password, code: SecondFactorCode }, { title: 'StepUp', ...fields }),
        response: { 200: SignedInPerson },
      },
      config: { session: true },
    },
    async (request, reply) => {
      const by = { ...callerOf(request), requestId: request.id }
      deps.cookies.setSession(reply, await deps.stepUp(by, request.body))
      return showAccount(await accountOf(deps, by.session?.id ?? ''), deps.access)
    },
  )

  app.post(
    '/auth/password',
    {
      schema: {
        operationId: 'changePassword',
        tags,
        summary: 'Change your password',
        description:
          'Ends your other sessions and what assistants may do for you. `current` is needed where there is a password already, and a `code` where you have a second factor.',
        body: Type.Object(
          { password: NewPassword, current: Type.Optional(Password), code: SecondFactorCode },
          { title: 'PasswordChange', ...fields },
        ),
        response: { 200: SignedInPerson },
      },
      config: { session: true },
    },
    async (request, reply) => {
      const by = { ...callerOf(request), requestId: request.id }
      deps.cookies.setSession(reply, await deps.changePassword(by, request.body))
      return showAccount(await accountOf(deps, by.session?.id ?? ''), deps.access)
    },
  )
}

function ownSessionRoutes(app: App, deps: AccountRouteDeps): void {
  app.get(
    '/auth/sessions',
    {
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'List your sessions',
        description: 'Where you are signed in, newest first.',
        response: { 200: SessionList },
      },
      config: { session: true },
    },
    async (request) => {
      const by = callerOf(request)
      const found = await deps.ownSessions.list(by)
      return { sessions: found.map((one) => showSession(one, by.session?.id)), nextCursor: null }
    },
  )

  app.delete(
    '/auth/sessions/:sessionId',
    {
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'End one of your sessions',
        description: 'That browser is signed out at once.',
        params: Type.Object({ sessionId: Type.String() }),
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: { session: true },
    },
    async (request, reply) => {
      await deps.ownSessions.end({ ...callerOf(request), requestId: request.id }, request.params.sessionId)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/auth/sessions/end-others',
    {
      schema: {
        operationId: 'endOtherSessions',
        tags,
        summary: 'End your other sessions',
        description: 'All but the one that asks.',
        response: { 200: Type.Object({ ended: Type.Integer({ minimum: 0 }) }, { title: 'EndedSessions' }) },
      },
      config: { session: true },
    },
    async (request) => ({ ended: await deps.ownSessions.endOthers({ ...callerOf(request), requestId: request.id }) }),
  )
}
