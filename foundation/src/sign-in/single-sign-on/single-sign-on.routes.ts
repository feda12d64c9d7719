/**
 * Single sign-on of a company, for its owners, and signing in by it. It is set up where its state is shown, beside what a
 * provider and the DNS say at that moment: these steps, and those of a sign-in, are for pages of the service alone, and so not in
 * the document.
 */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type App, callerOf, problems } from '../../http/http.ts'
import { nullable } from '../../http/model/nullable.ts'
import { Problem } from '../../problem.ts'
import { requireOwnAddress } from '../own-page.ts'
import { browserOf, type PublicStep } from '../public-steps.ts'
import { begin, type SessionRouteDeps, tags } from '../session.routes.ts'
import { Instant, SignedInPerson } from '../session-responses.ts'
import { recordNameOf, type SingleSignOnSettings } from './set-single-sign-on.ts'
import type { SignInByProvider } from './sign-in-by-provider.ts'
import type { SingleSignOn } from './single-sign-on-store.ts'

export type SingleSignOnRouteDeps = SessionRouteDeps & {
  publicBaseUrl: string | undefined
  pagesPath: string
  singleSignOn: SingleSignOnSettings
  signInByProvider: SignInByProvider
  /** With a bucket of its own. */
  providerStep: PublicStep
}

const Text = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] })

const settings = {
  issuer: Text(500, 'Of the provider, as its metadata says it.', 'https://id.example.com'),
  clientId: Text(200, 'By which the provider knows this service.', 'service'),
  domain: Text(253, 'Of the e-mail addresses of the people who sign in so.', 'example.com'),
}
const groupClaim = Text(100, 'The claim with the groups of a person.', 'groups')
const groupRoles = Type.Array(
  Type.Object(
    { group: Text(200, 'As the provider says it.', 'Risk'), role: Text(40, 'The role.', 'analyst') },
    { title: 'GroupRole' },
  ),
  { maxItems: 100, description: 'The highest role that a person’s groups give is theirs from the next sign-in on.' },
)
const defaultRole = Text(40, 'Of people whose groups give none; without it they are refused.', 'viewer')
const requiredExcept = Text(
  40,
  'The id of an owner: nobody else signs in otherwise than by the provider any more.',
  'usr_01kd3f9n8x4s6t2v7w0y5z1a3b',
)

const Settings = Type.Object(
  {
    ...settings,
    domainVerifiedAt: nullable(Instant('Since when it counts as the company’s own.')),
    record: Type.Object(
      { name: Type.String(), text: Type.String() },
      { title: 'DomainRecord', description: 'The TXT record that shows that the domain is yours.' },
    ),
    redirectUri: Type.String({ description: 'To be registered at the provider.' }),
    groupClaim,
    groupRoles,
    defaultRole: nullable(defaultRole),
    requiredExcept: nullable(requiredExcept),
  },
  { title: 'SingleSignOn' },
)

const path = '/auth/single-sign-on'
const config = { session: 'owners:manage' as const }

export function singleSignOnRoutes(app: App, deps: SingleSignOnRouteDeps): void {
  settingsRoutes(app, deps)
  domainRoutes(app, deps)
  signInSteps(app, deps)
}

const redirectUriOf = (
  { protocol, host }: FastifyRequest,
  { publicBaseUrl, pagesPath }: SingleSignOnRouteDeps,
): string => `${(publicBaseUrl ?? `${protocol}://${host}`).replace(/\/$/, '')}${pagesPath}/signed-on`

const actOf = (request: FastifyRequest) => ({ ...callerOf(request), requestId: request.id })

function settingsRoutes(app: App, deps: SingleSignOnRouteDeps): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'getSingleSignOn',
        tags,
        summary: 'See the single sign-on of the company',
        description: 'By OpenID Connect. The secret is shown to nobody.',
        response: {
          200: Type.Object(
            {
              singleSignOn: nullable(Settings),
              redirectUri: Type.String({ description: 'To be registered at the provider.' }),
            },
            { title: 'SingleSignOnState' },
          ),
        },
      },
      config,
    },
    async (request) => {
      const found = await deps.singleSignOn.read(callerOf(request))
      const redirectUri = redirectUriOf(request, deps)
      return { singleSignOn: found ? show(found, redirectUri) : null, redirectUri }
    },
  )

  app.post(
    `${path}/configure`,
    {
      schema: {
        hide: true,
        body: Type.Object(
          {
            ...settings,
            secret: Type.Optional(
              Text(500, 'That the provider gave this service. Stored sealed.', 'a secret of the provider'),
            ),
            groupClaim: Type.Optional(groupClaim),
            groupRoles: Type.Optional(groupRoles),
            defaultRole: Type.Optional(defaultRole),
            requiredExcept: Type.Optional(requiredExcept),
          },
          { title: 'SingleSignOnSettings', additionalProperties: false },
        ),
        response: { 200: Settings },
      },
      config: { ...config, stepUp: true },
    },
    async (request) => show(await deps.singleSignOn.set(actOf(request), request.body), redirectUriOf(request, deps)),
  )

  app.delete(
    path,
    {
      schema: {
        operationId: 'removeSingleSignOn',
        tags,
        summary: 'Remove the single sign-on of the company',
        description: 'People who signed in so stay; without a password they need a link from an admin.',
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: { ...config, stepUp: true },
    },
    async (request, reply) => {
      await deps.singleSignOn.remove(actOf(request))
      return reply.code(204).send(null)
    },
  )
}

function domainRoutes(app: App, deps: SingleSignOnRouteDeps): void {
  app.post(
    `${path}/verify-domain`,
    {
      schema: {
        hide: true,
        response: { 200: Settings, ...problems('not-found', 'conflict') },
      },
      config: { ...config, stepUp: true },
    },
    async (request) => show(await deps.singleSignOn.verifyDomain(actOf(request)), redirectUriOf(request, deps)),
  )
}

function signInSteps(app: App, deps: SingleSignOnRouteDeps): void {
  const open = {
    config: { public: true as const },
    onRequest: ((request, reply) => deps.providerStep(request, reply)) as PublicStep,
  }
  app.post(
    '/auth/sign-in/provider/begin',
    {
      schema: {
        hide: true,
        body: Type.Object(
          { email: Type.String({ minLength: 3, maxLength: 320 }), isAgain: Type.Optional(Type.Boolean()) },
          { title: 'ProviderSignIn', additionalProperties: false },
        ),
        response: { 200: Type.Object({ address: Type.String() }, { title: 'ProviderAddress' }) },
      },
      ...open,
    },
    async (request, reply) => {
      requireOwnAddress(request, deps.publicBaseUrl)
      const { email, isAgain = false } = request.body
      const begun = await deps.signInByProvider.begin({ email, redirectUri: redirectUriOf(request, deps), isAgain })
      deps.cookies.setUnderWay(reply, begun.browserToken)
      return { address: begun.address }
    },
  )

  app.post(
    '/auth/sign-in/provider',
    {
      schema: {
        hide: true,
        body: Type.Object(
          { response: Type.String({ minLength: 1, maxLength: 8_192, description: 'The query of the address.' }) },
          { title: 'ProviderResponse', additionalProperties: false },
        ),
        response: { 200: SignedInPerson, ...problems('unauthenticated', 'forbidden', 'rate-limited') },
      },
      ...open,
    },
    async (request, reply) => {
      const parameters = new URLSearchParams(request.body.response)
      if (new Set(parameters.keys()).size !== [...parameters.keys()].length)
        throw new Problem('invalid-request', 'A parameter of the response is there twice.')
      const browserToken = deps.cookies.readUnderWay(request)
      deps.cookies.clearUnderWay(reply)
      const browser = browserOf(request, deps.cookies)
      return begin(reply, deps, await deps.signInByProvider.finish({ parameters, browserToken }, browser, request.id))
    },
  )
}

function show(found: SingleSignOn, redirectUri: string) {
  const { issuer, clientId, domain, domainVerifiedAt, groupClaim, groupRoles, defaultRole, requiredExcept } = found
  return {
    ...{ issuer, clientId, domain, redirectUri, groupClaim, groupRoles: [...groupRoles], defaultRole, requiredExcept },
    domainVerifiedAt: domainVerifiedAt?.toISOString() ?? null,
    record: { name: recordNameOf(domain), text: found.domainToken },
  }
}
