import { testAccess } from '@service/foundation-testing/access.ts'
import { exampleKey, makeExample } from '@service/foundation-testing/http/example-app.ts'
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Principal } from '../identity/model/principal.ts'
import { guardRoute, type RequestGuards } from './admission.ts'

const anyGuards = { access: testAccess } as RequestGuards

const guarded = (config: Partial<FastifyContextConfig>): RouteOptions => {
  const route: RouteOptions = {
    method: 'GET',
    url: '/thing',
    handler: async () => 1,
    config: config as FastifyContextConfig,
  }
  guardRoute(route, anyGuards, () => {})
  return route
}

test.each([
  ['nothing', {}],
  ['a scope and a session', { scope: 'alerts:read', session: 'keys:manage' }],
  ['a scope, and that it is public', { scope: 'alerts:read', public: true as const }],
  ['a session, and that it is public', { session: 'keys:manage', public: true as const }],
  ['a scope, and that any key opens it', { scope: 'alerts:read', anyKey: true as const }],
])('a route that says %s stops the start', (_what, config) => {
  expect(() => guarded(config)).toThrow(
    'The route GET /thing must say exactly one of scope, session, anyKey and public.',
  )
})

test.each([
  [{ scope: 'alert:read' }, 'needs the scope alert:read, which no key can have'],
  [{ scope: 'keys:manage' }, 'needs the scope keys:manage, which no key can have'],
  [{ scope: 'alerts:read', permission: 'alerts:judge' }, 'needs the permission alerts:judge, which no role has'],
  [{ session: 'everything' }, 'needs the permission everything, which no role has'],
])('a route with the unknown permission %j stops the start', (config, fault) => {
  expect(() => guarded(config)).toThrow(fault)
})

test.each([{ scope: 'alerts:read' }, { session: 'keys:manage' }, { anyKey: true as const }, { public: true as const }])(
  'a route with %j is served',
  (config) => {
    expect(() => guarded(config)).not.toThrow()
  },
)

const aPerson = (role: string): Principal => ({
  actor: { kind: 'user', id: `usr_${role}` },
  companyId: 'cmp_1',
  permissions: testAccess.permissionsOf(role),
  limits: { requestsPerMinute: 2, monthlyQuota: 1_000 },
  session: { id: `ses_${role}`, isFresh: true },
})

const sessions = {
  authenticate: async ({ headers: { cookie } }: FastifyRequest) =>
    cookie === undefined ? undefined : aPerson(cookie.slice('role='.length)),
}

test('without sessions, a route for signed-in people refuses everyone, also a key with every scope', async () => {
  const { app } = await makeExample()
  for (const headers of [{}, { cookie: 'role=owner' }, { authorization: `Bearer ${exampleKey}` }]) {
    const response = await app.inject({ url: '/api/v1/people', headers })
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated'])
  }
  await app.close()
})

test('a signed-in person passes by the permissions of the role, costs nothing at a session route, and is named in the log', async () => {
  const { app, used, logged } = await makeExample({ sessions })
  const ask = (role: string) => app.inject({ url: '/api/v1/people', headers: { cookie: `role=${role}` } })
  expect((await ask('admin')).json()).toMatchObject({ actor: { kind: 'user', id: 'usr_admin' }, companyId: 'cmp_1' })
  expect(used.units).toBe(0)
  expect(logged().at(-1)).toMatchObject({ companyId: 'cmp_1', userId: 'usr_admin' })
  const refused = await ask('member')
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Your role does not permit this: it lacks people:manage.',
  ])
  expect((await ask('of old')).statusCode).toBe(403)
  await app.close()
})

test('a signed-in person may use routes of the scopes in their role, with five times the rate limit of a key', async () => {
  const { app, used } = await makeExample({ sessions })
  const ask = (url: string, role: string) => app.inject({ url, headers: { cookie: `role=${role}` } })
  expect((await ask('/api/v1/echo?name=x', 'viewer')).statusCode).toBe(403)
  expect((await ask('/api/v1/echo?name=x', 'analyst')).json()).toMatchObject({ company: 'cmp_1' })
  expect(used.units).toBe(0)
  const statuses: number[] = []
  while (!statuses.includes(429)) statuses.push((await ask('/api/v1/echo?name=x', 'analyst')).statusCode)
  expect(statuses).toEqual([...Array<number>(5 * 2 - 1).fill(200), 429])
  expect((await ask('/api/v1/echo?name=x', 'member')).statusCode).toBe(200)
  await app.close()
})

test('where a route has both, the permission decides for people and the scope for keys', async () => {
  const { app } = await makeExample({ sessions, principal: { permissions: new Set(['alerts:read']) } })
  const ask = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/v1/judged', headers })).statusCode
  expect(await ask({ authorization: `Bearer ${exampleKey}` })).toBe(200)
  expect(await ask({ cookie: 'role=viewer' })).toBe(403)
  expect(await ask({ cookie: 'role=analyst' })).toBe(200)
  await app.close()
})

test('people are charged for screening and deploying, and not for reading', async () => {
  const { app, used } = await makeExample({ sessions, principal: { permissions: new Set(['screening:read']) } })
  const asAnalyst = (url: string) => app.inject({ url, headers: { cookie: 'role=analyst' } })
  const read = await asAnalyst('/api/v1/echo?name=x')
  expect([read.statusCode, read.headers['x-service-quota-remaining'], used.units]).toEqual([200, undefined, 0])
  const judged = await asAnalyst('/api/v1/judged')
  expect([judged.statusCode, judged.headers['x-service-quota-remaining'], used.units]).toEqual([200, '999', 1])
  await app.inject({ url: '/api/v1/echo?name=x', headers: { authorization: `Bearer ${exampleKey}` } })
  expect(used.units).toBe(2)
  await app.close()
})

test('a key takes precedence over a session', async () => {
  const { app } = await makeExample({ sessions })
  const headers = { authorization: 'Bearer svc_wrong', cookie: 'role=owner' }
  expect((await app.inject({ url: '/api/v1/echo?name=x', headers })).statusCode).toBe(401)
  await app.close()
})
