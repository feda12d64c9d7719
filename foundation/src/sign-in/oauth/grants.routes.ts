import Type from 'typebox'
import { type App, callerOf, NextCursor, problems } from '../../http/http.ts'
import { tags } from '../session.routes.ts'
import { Instant } from '../session-responses.ts'
import { redirectPlace } from './model/client.ts'
import type { OwnGrants } from './own-grants.ts'

const Grant = Type.Object(
  {
    id: Type.String(),
    client: Type.String({ description: 'What the assistant calls itself.', examples: ['Example Assistant'] }),
    leadsTo: Type.String({
      description: 'The address that it redirected you to.',
      examples: ['assistant.example.com'],
    }),
    scopes: Type.Array(Type.String(), { examples: [['alerts:read']] }),
    createdAt: Instant('When you allowed it.'),
    lastUsedAt: Instant('When it last made a request; may lag by a minute.'),
  },
  { title: 'AssistantGrant' },
)

export function grantRoutes(app: App, { ownGrants }: { ownGrants: OwnGrants }): void {
  app.get(
    '/auth/grants',
    {
      schema: {
        operationId: 'listGrants',
        tags,
        summary: 'List assistants that act for you',
        description: 'Those that you allowed to by OAuth, newest first. They do at `/mcp` what your role permits too.',
        response: {
          200: Type.Object({ grants: Type.Array(Grant), nextCursor: NextCursor }, { title: 'AssistantGrants' }),
        },
      },
      config: { session: true },
    },
    async (request) => {
      const found = await ownGrants.list(callerOf(request))
      const grants = found.map(({ id, clientName, redirectUri, scopes, createdAt, lastUsedAt }) => ({
        id,
        client: clientName,
        leadsTo: redirectPlace(redirectUri),
        scopes,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }))
      return { grants, nextCursor: null }
    },
  )

  app.delete(
    '/auth/grants/:grantId',
    {
      schema: {
        operationId: 'endGrant',
        tags,
        summary: 'End what an assistant may do for you',
        description: 'Its tokens are refused at once.',
        params: Type.Object({ grantId: Type.String() }),
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: { session: true },
    },
    async (request, reply) => {
      await ownGrants.end({ ...callerOf(request), requestId: request.id }, request.params.grantId)
      return reply.code(204).send(null)
    },
  )
}
