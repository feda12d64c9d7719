import Type from 'typebox'
import { expect, test } from 'vitest'
import { documentOf } from './api-document.ts'
import { sessionCookie } from './model/session-cookie.ts'

type Operation = { security: object[]; responses: Record<string, { $ref?: string; headers?: Record<string, object> }> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<'securitySchemes' | 'responses', Record<string, { headers?: Record<string, object> }>>
}

/** Of an API with one route. */
const documentWith = async (config: { scope: string } | { session: string }) => {
  const description = { title: 'Things', version: '1', description: 'Things.', baseUrl: 'http://127.0.0.1', tags: {} }
  const document = await documentOf(description, (app) => {
    app.get('/things', { config, schema: { response: { 200: Type.Object({}, { title: 'Thing' }) } } }, async () => ({}))
  })
  const { paths, components } = document as unknown as Document
  return { operation: paths['/things']!.get!, components }
}

test('a route for signed-in people needs the cookie of a session, and is not open', async () => {
  const { operation, components } = await documentWith({ session: 'keys:manage' })
  expect(operation).toMatchObject({ security: [{ session: ['keys:manage'] }], 'x-required-permission': 'keys:manage' })
  expect(components.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: expect.any(String) },
  })
  expect(operation.responses[401]).toEqual({ $ref: '#/components/responses/SessionUnauthorized' })
  expect(components.responses.SessionUnauthorized).toMatchObject({ description: 'Not signed in' })
  expect(components.responses.SessionUnauthorized?.headers).not.toHaveProperty('WWW-Authenticate')
  expect(operation.responses[200]?.headers).toHaveProperty('RateLimit')
  expect(operation.responses[200]?.headers).not.toHaveProperty('X-Service-Quota-Remaining')
})

test('a document names only the credentials that an operation of it takes', async () => {
  const { operation, components } = await documentWith({ scope: 'alerts:read' })
  expect(operation).toMatchObject({ security: [{ apiKey: ['alerts:read'] }], 'x-required-scope': 'alerts:read' })
  expect(Object.keys(components.securitySchemes)).toEqual(['apiKey'])
})
