import {
  type App,
  actOf,
  callerOf,
  NextCursor,
  PageParameters,
  problems,
  readPage,
  toPage,
} from '@service/foundation/http/http.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import Type from 'typebox'
import type { RegistryLogin, RegistryLogins } from './registries.ts'

export type RegistryRouteDeps = { registryLogins: Pick<RegistryLogins, 'list' | 'set' | 'remove'> }

const tags = ['Registries']
const config = { scope: 'deployments:write' as const }
const at = '/v1/registries'
const Path = Type.Object({
  registry: Type.String({
    maxLength: 255,
    description: 'The host of the registry, with its port if it has one.',
    examples: ['ghcr.io'],
  }),
})

const LoginSchema = Type.Object(
  {
    registry: Type.String({ description: 'The host of the registry.', examples: ['ghcr.io'] }),
    username: Type.String(),
    changed_at: Instant('When it was set.'),
    changed_by: Type.String({ description: 'Who set it: `key:` or `user:` and the id.' }),
  },
  { title: 'RegistryLogin' },
)

export function registryRoutes(app: App, { registryLogins }: RegistryRouteDeps): void {
  app.get(
    at,
    {
      schema: {
        operationId: 'listRegistryLogins',
        tags,
        summary: 'List registry logins',
        description:
          'What the private images of the company are fetched with, by registry. Passwords are shown to nobody.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object(
            { registries: Type.Array(LoginSchema), next_cursor: NextCursor },
            { title: 'RegistryLoginPage' },
          ),
        },
      },
      config: { scope: 'deployments:read' },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const all = await registryLogins.list(callerOf(request).companyId)
      const found = after === undefined ? all : all.filter(({ registry }) => registry > String(after[0]))
      const { items, nextCursor } = toPage(found, limit, ({ registry }) => [registry])
      return { registries: items.map(show), next_cursor: nextCursor }
    },
  )

  app.put(
    `${at}/:registry`,
    {
      schema: {
        operationId: 'setRegistryLogin',
        tags,
        summary: 'Set the login for a registry',
        description:
          'Images of this registry are fetched with it from now on, in place of the login before. Most registries have tokens ' +
          'that only read: give one as the password. It is stored encrypted and never shown again.',
        params: Path,
        body: Type.Object(
          {
            username: Type.String({ minLength: 1, maxLength: 255, examples: ['example-robot'] }),
            password: Type.String({ minLength: 1, maxLength: 8_192, examples: ['a-token-that-reads'] }),
          },
          { title: 'RegistryLoginChange', additionalProperties: false },
        ),
        response: { 200: LoginSchema, ...problems('conflict') },
      },
      config,
    },
    async (request) => show(await registryLogins.set(actOf(request), { ...request.params, ...request.body })),
  )

  app.delete(
    `${at}/:registry`,
    {
      schema: {
        operationId: 'removeRegistryLogin',
        tags,
        summary: 'Remove the login for a registry',
        description: 'What runs goes on running. Private images of the registry are not fetched any more.',
        params: Path,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config,
    },
    async (request, reply) => {
      await registryLogins.remove(actOf(request), request.params.registry)
      return reply.code(204).send(null)
    },
  )
}

const show = ({ registry, username, changedAt, changedBy }: RegistryLogin) => ({
  registry,
  username,
  changed_at: changedAt.toISOString(),
  changed_by: changedBy,
})
