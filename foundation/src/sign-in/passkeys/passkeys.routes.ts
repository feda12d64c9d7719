/**
 * Passkeys: a person's own, and signing in with one. What a browser signs is good for pages of this very origin alone, so the
 * steps of it are of no use to anybody but our pages, and not in the document. Binary fields are base64url without padding.
 */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type App, callerOf, problems } from '../../http/http.ts'
import { nullable } from '../../http/model/nullable.ts'
import { browserOf, type PublicStep } from '../public-steps.ts'
import { accountOf, begin, type SessionRouteDeps, tags } from '../session.routes.ts'
import { Instant, SignedInPerson, showAccount } from '../session-responses.ts'
import type { Passkey } from './passkey-store.ts'
import { type Passkeys, passkeySiteOf, requirePasskeySite } from './passkeys.ts'
import type { SignInWithPasskey, StepUpWithPasskey } from './sign-in-with-passkey.ts'
import { algorithms } from './verify-passkey.ts'

export type PasskeyRouteDeps = SessionRouteDeps & {
  publicBaseUrl: string | undefined
  /** With a bucket of its own: what fills it keeps nobody from signing in by password. */
  passkeyStep: PublicStep
  passkeys: Passkeys
  signInWithPasskey: SignInWithPasskey
  stepUpWithPasskey: StepUpWithPasskey
}

const Binary = (description: string) =>
  Type.String({ minLength: 1, maxLength: 16_384, pattern: '^[A-Za-z0-9_-]+$', description, examples: ['bXktYnl0ZXM'] })
const CredentialId = Type.String({
  minLength: 1,
  maxLength: 1_364,
  pattern: '^[A-Za-z0-9_-]+$',
  examples: ['cGFzc2tleQ'],
})
const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Phone'] })
const fields = { additionalProperties: false }

const PasskeySchema = Type.Object(
  {
    id: Type.String(),
    name: Name,
    isSynced: Type.Boolean({ description: 'Kept beyond one device, by a password manager for example.' }),
    isUsable: Type.Boolean({ description: 'False for one that was made at another host name of the service.' }),
    createdAt: Instant('When it was added.'),
    lastUsedAt: nullable(Instant('When it was last used.')),
  },
  { title: 'Passkey' },
)

const PasskeyAssertion = {
  credentialId: CredentialId,
  clientData: Binary('`clientDataJSON` of the browser’s response.'),
  authenticatorData: Binary('What the authenticator says of itself.'),
  signature: Binary('Of the two.'),
}

const PasskeyProof = Type.Object(PasskeyAssertion, { title: 'PasskeyProof', ...fields })

const Challenge = Type.Object(
  {
    challenge: Type.String({ description: 'To be signed within five minutes, once.' }),
    rpId: Type.String({ description: 'The host name of the passkeys.', examples: ['reputation.example.com'] }),
    allow: Type.Array(Type.String(), { description: 'Ids of credentials; any that the browser knows where empty.' }),
  },
  { title: 'PasskeyChallenge' },
)

const path = '/auth/passkeys'
const session = { session: true } as const

export function passkeyRoutes(app: App, deps: PasskeyRouteDeps): void {
  ownPasskeyRoutes(app, deps)
  addPasskeyRoutes(app, deps)
  useRoutes(app, deps)
  proofRoutes(app, deps)
}

function ownPasskeyRoutes(app: App, { passkeys, publicBaseUrl }: PasskeyRouteDeps): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'listPasskeys',
        tags,
        summary: 'List your passkeys',
        description: 'And why this address of the service can have none, if that is so.',
        response: {
          200: Type.Object(
            {
              passkeys: Type.Array(PasskeySchema),
              unavailable: nullable(Type.String({ description: 'Why none can be added or used here.' })),
              nextCursor: Type.Null(),
            },
            { title: 'Passkeys' },
          ),
        },
      },
      config: session,
    },
    async (request) => {
      const site = passkeySiteOf(request, publicBaseUrl)
      const found = await passkeys.list(callerOf(request))
      const rpId = typeof site === 'string' ? undefined : site.rpId
      const unavailable = typeof site === 'string' ? site : null
      return { passkeys: found.map((one) => showPasskey(one, rpId)), unavailable, nextCursor: null }
    },
  )

  app.patch(
    `${path}/:passkeyId`,
    {
      schema: {
        operationId: 'renamePasskey',
        tags,
        summary: 'Rename a passkey',
        description: 'One of your own.',
        params: Type.Object({ passkeyId: Type.String() }),
        body: Type.Object({ name: Name }, { title: 'PasskeyChange', ...fields }),
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: { ...session, stepUp: true },
    },
    async (request, reply) => {
      await passkeys.rename(actOf(request), request.params.passkeyId, request.body.name)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    `${path}/:passkeyId`,
    {
      schema: {
        operationId: 'removePasskey',
        tags,
        summary: 'Remove a passkey',
        description: 'One of your own. It can no longer be used to sign in.',
        params: Type.Object({ passkeyId: Type.String() }),
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: { ...session, stepUp: true },
    },
    async (request, reply) => {
      await passkeys.remove(actOf(request), request.params.passkeyId)
      return reply.code(204).send(null)
    },
  )
}

function addPasskeyRoutes(app: App, deps: PasskeyRouteDeps): void {
  const { passkeys, publicBaseUrl } = deps
  app.post(
    `${path}/begin`,
    {
      schema: {
        hide: true,
        response: {
          200: Type.Object(
            {
              challenge: Type.String({ description: 'To be signed within five minutes, once.' }),
              rpId: Type.String({ description: 'The host name that the passkey will belong to.' }),
              userHandle: Type.String({ description: 'The handle of the account.' }),
              account: Type.String({ description: 'What the person knows it by.', examples: ['ada@example.com'] }),
              algorithms: Type.Array(Type.Integer(), { description: 'By their COSE numbers.', examples: [algorithms] }),
              exclude: Type.Array(Type.String(), { description: 'Ids of the credentials that there are.' }),
            },
            { title: 'PasskeyOffer' },
          ),
          ...problems('conflict'),
        },
      },
      config: { ...session, stepUp: true },
    },
    async (request) => {
      const by = callerOf(request)
      const site = requirePasskeySite(request, publicBaseUrl)
      const { email, companyName } = await accountOf(deps, by.session?.id ?? '')
      const begun = await passkeys.begin(by, site)
      const userHandle = Buffer.from(by.actor.id).toString('base64url')
      return { ...begun, rpId: site.rpId, userHandle, account: `${email} (${companyName})`, algorithms }
    },
  )

  app.post(
    `${path}/finish`,
    {
      schema: {
        hide: true,
        body: Type.Object(
          {
            name: Name,
            credentialId: CredentialId,
            clientData: Binary('`clientDataJSON` of the browser’s response.'),
            attestation: Binary('Its `attestationObject`.'),
          },
          { title: 'NewPasskey', ...fields },
        ),
        response: { 201: PasskeySchema, ...problems('conflict') },
      },
      config: { ...session, stepUp: true },
    },
    async (request, reply) => {
      const site = requirePasskeySite(request, publicBaseUrl)
      const added = await passkeys.add(actOf(request), request.body, site)
      return reply.code(201).send(showPasskey(added, site.rpId))
    },
  )
}

function useRoutes(app: App, deps: PasskeyRouteDeps): void {
  const { passkeys, publicBaseUrl } = deps
  const open = {
    config: { public: true as const },
    onRequest: ((request, reply) => deps.passkeyStep(request, reply)) as PublicStep,
  }
  app.post(
    '/auth/sign-in/passkey/begin',
    {
      schema: {
        hide: true,
        response: { 200: Challenge, ...problems('conflict', 'forbidden', 'rate-limited') },
      },
      ...open,
    },
    async (request) => {
      const { rpId } = requirePasskeySite(request, publicBaseUrl)
      return { challenge: await passkeys.challenge(), rpId, allow: [] }
    },
  )

  app.post(
    '/auth/sign-in/passkey',
    {
      schema: {
        hide: true,
        body: Type.Object(
          { ...PasskeyAssertion, email: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })) },
          { title: 'PasskeySignIn', ...fields },
        ),
        response: { 200: SignedInPerson, ...problems('conflict', 'forbidden', 'rate-limited') },
      },
      ...open,
    },
    async (request, reply) => {
      const site = requirePasskeySite(request, publicBaseUrl)
      const browser = browserOf(request, deps.cookies)
      return begin(reply, deps, await deps.signInWithPasskey(request.body, site, browser, request.id))
    },
  )
}

function proofRoutes(app: App, deps: PasskeyRouteDeps): void {
  const { passkeys, publicBaseUrl } = deps
  app.post(
    '/auth/step-up/passkey/begin',
    {
      schema: {
        hide: true,
        response: { 200: Challenge, ...problems('conflict') },
      },
      config: session,
    },
    async (request) => {
      const site = requirePasskeySite(request, publicBaseUrl)
      return { ...(await passkeys.challengeFor(callerOf(request), site)), rpId: site.rpId }
    },
  )

  app.post(
    '/auth/step-up/passkey',
    {
      schema: {
        hide: true,
        body: PasskeyProof,
        response: { 200: SignedInPerson, ...problems('conflict') },
      },
      config: session,
    },
    async (request, reply) => {
      const by = actOf(request)
      const site = requirePasskeySite(request, publicBaseUrl)
      deps.cookies.setSession(reply, await deps.stepUpWithPasskey(by, request.body, site))
      return showAccount(await accountOf(deps, by.session?.id ?? ''), deps.access)
    },
  )
}

const actOf = (request: FastifyRequest) => ({ ...callerOf(request), requestId: request.id })

const showPasskey = ({ id, name, isSynced, rpId, createdAt, lastUsedAt }: Passkey, here: string | undefined) => ({
  id,
  name,
  isSynced,
  isUsable: rpId === here,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
