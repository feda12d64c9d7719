import Type from 'typebox'
import type { AdministrationFace } from '../administration/administration.ts'
import { type App, administratorOf, PageParameters, problems, readPage, toPage } from '../http/http.ts'
import { InstantParameter, readInstant } from '../http/model/instant.ts'
import type { Administrator } from '../identity/model/administrator.ts'
import { companyOf, tags } from './company.routes.ts'
import { KeyPage, KeySchema, NewKey, showKey } from './responses.ts'

type Acts = Pick<AdministrationFace, 'listKeys' | 'createKey' | 'changeKey' | 'rotateKey' | 'revokeKey' | 'now'>

const config = { session: 'keys:manage' as const }
const Path = Type.Object({ keyId: Type.String() })
const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['BI export'] })
const Scopes = Type.Array(Type.String({ maxLength: 60 }), {
  minItems: 1,
  maxItems: 40,
  description: 'What the key may do: never more than your own role. Those that read when absent.',
})

export function keyRoutes(app: App, acts: Acts): void {
  listRoute(app, acts)
  createRoute(app, acts)
  changeRoutes(app, acts)
  rotateRoute(app, acts)
}

function listRoute(app: App, acts: Acts): void {
  app.get(
    '/auth/keys',
    {
      schema: {
        operationId: 'listKeys',
        tags,
        summary: 'List the API keys of the company',
        description: 'Newest first, with those that are revoked or have expired.',
        querystring: Type.Object(PageParameters),
        response: { 200: KeyPage },
      },
      config,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const by = administratorOf(request)
      const before = after?.[0] as string | undefined
      const found = await acts.listKeys(by, companyOf(by), { before, limit: limit + 1 })
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return { keys: items.map((key) => showKey(key, acts.now())), nextCursor }
    },
  )
}

function createRoute(app: App, acts: Acts): void {
  app.post(
    '/auth/keys',
    {
      schema: {
        operationId: 'createKey',
        tags,
        summary: 'Create an API key',
        description: 'The key is shown only once. It stays valid when the person who created it leaves.',
        body: Type.Object(
          {
            name: Name,
            scopes: Type.Optional(Scopes),
            expiresAt: Type.Optional(InstantParameter('From when on it is refused.')),
          },
          { title: 'KeyRequest', additionalProperties: false },
        ),
        response: { 201: NewKey },
      },
      config: { ...config, stepUp: true, showsSecret: true },
    },
    async (request, reply) => {
      const by = administratorOf(request)
      const { name, scopes, expiresAt } = request.body
      const { key, secret } = await acts.createKey(by, {
        companyId: companyOf(by),
        createdBy: userOf(by),
        name,
        ...(scopes && { scopes }),
        ...(expiresAt !== undefined && { expiresAt: readInstant('body.expiresAt', expiresAt) }),
      })
      return reply.code(201).send({ key: await readKey(acts, by, key.id), secret })
    },
  )
}

function changeRoutes(app: App, acts: Acts): void {
  app.patch(
    '/auth/keys/:keyId',
    {
      schema: {
        operationId: 'changeKey',
        tags,
        summary: 'Change the name or the scopes of a key',
        description: 'Every process follows within a second.',
        params: Path,
        body: Type.Object(
          { name: Type.Optional(Name), scopes: Type.Optional(Scopes) },
          { title: 'KeyChange', additionalProperties: false },
        ),
        response: { 200: KeySchema, ...problems('not-found') },
      },
      config: { ...config, stepUp: true },
    },
    async (request) => {
      const by = administratorOf(request)
      const { id } = await acts.changeKey(by, companyOf(by), request.params.keyId, request.body)
      return readKey(acts, by, id)
    },
  )

  app.delete(
    '/auth/keys/:keyId',
    {
      schema: {
        operationId: 'revokeKey',
        tags,
        summary: 'Revoke a key',
        description:
          'It is refused everywhere within a second, and stays in the list. Revoking it again changes nothing.',
        params: Path,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config,
    },
    async (request, reply) => {
      const by = administratorOf(request)
      await acts.revokeKey(by, companyOf(by), request.params.keyId)
      return reply.code(204).send(null)
    },
  )
}

function rotateRoute(app: App, acts: Acts): void {
  app.post(
    '/auth/keys/:keyId/rotate',
    {
      schema: {
        operationId: 'rotateKey',
        tags,
        summary: 'Rotate an API key',
        description:
          'The new key has the name and the scopes of the other, which stays valid for the overlap. It is shown only once.',
        params: Path,
        body: Type.Object(
          {
            overlapSeconds: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 86_400,
                default: 3_600,
                description: 'How long the other key stays valid; 0 ends it at once.',
              }),
            ),
          },
          { title: 'KeyRotation', additionalProperties: false },
        ),
        response: { 201: NewKey, ...problems('not-found', 'conflict') },
      },
      config: { ...config, stepUp: true, showsSecret: true },
    },
    async (request, reply) => {
      const by = administratorOf(request)
      const overlapMs = (request.body.overlapSeconds ?? 3_600) * 1_000
      const { key, secret } = await acts.rotateKey(by, companyOf(by), request.params.keyId, { overlapMs })
      return reply.code(201).send({ key: await readKey(acts, by, key.id), secret })
    },
  )
}

async function readKey({ listKeys, now }: Acts, by: Administrator, id: string) {
  const [key] = await listKeys(by, companyOf(by), { id })
  return showKey(key!, now())
}

function userOf({ actor }: Administrator): string {
  if (actor === 'system') throw new Error('The service itself makes no key here.')
  return actor.id
}
