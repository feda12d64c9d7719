/** Walks the committed document and proves of every operation what the contract says of all. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Scope, scopes } from '@service/foundation/keys/scopes.ts'
import { databaseEngines } from '@service/foundation/test-database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApiDocument } from '../src/api-document.ts'
import { type OperationExample, operationExamples } from './operation-examples.ts'
import { type RunningService, runService } from './running-service.ts'

type Operation = { operationId?: string; security?: { apiKey?: string[] }[] }
type Known = {
  method: string
  path: string
  id: string
  scope: Scope | undefined
  example: OperationExample | undefined
}

const { paths = {} } = (await makeApiDocument()) as { paths?: Record<string, Record<string, Operation>> }
const operations: Known[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const id = operation.operationId ?? `${method} ${path}`
    const scope = operation.security?.[0]?.apiKey?.[0] as Scope | undefined
    return { method, path, id, scope, example: operationExamples[id] }
  }),
)
const guarded = operations.filter(({ scope }) => scope !== undefined)
const missingThing = { error: 'Not Found', code: 'not-found' }

test('every operation has a name, an example, and an example for the ids in its path', () => {
  for (const { id, path, example } of operations) {
    expect(id, path).toMatch(/^[a-z][A-Za-z]+$/)
    expect(example, `operation-examples.ts has nothing for ${id}`).toBeDefined()
    if (path.includes('{')) expect(example?.path, `${id} needs an example of its ids`).toBeDefined()
  }
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
})

test('only operations that tell of the process itself are open to everybody', () => {
  expect(operations.filter(({ scope }) => scope === undefined).map(({ id }) => id)).toEqual([
    'getHealth',
    'getReadiness',
  ])
})

describe.each(databaseEngines)('on $name', (engine) => {
  let service: RunningService
  let mine: { companyId: string; userId: string }
  let theirs: { companyId: string; userId: string }
  let myKey: string
  beforeAll(async () => {
    service = await runService(engine)
    mine = await service.newCompany()
    theirs = await service.newCompany()
    myKey = (await service.newKey(mine, { scopes })).secret
  })
  afterAll(() => service.stop())

  async function call(
    operation: Known,
    key: string | undefined,
    more: { query?: Record<string, string>; owner?: typeof mine } = {},
  ) {
    const ids = (await operation.example?.path?.(service, more.owner ?? mine)) ?? {}
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? ''))
    const query = new URLSearchParams({ ...operation.example?.query, ...more.query })
    const body = operation.example?.body
    return fetch(`${service.baseUrl}${path}?${query}`, {
      method: operation.method.toUpperCase(),
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  describe.each(operations)('$id', (operation) => {
    test('carries a request id and refuses an unknown parameter', async () => {
      const answer = await call(operation, myKey, { query: { unheardOf: '1' } })
      expect(answer.headers.get('X-Service-Request-Id')).toMatch(/^req_/)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: 'Bad Request', details: [{ path: 'query.unheardOf' }] })
    })
  })

  describe.each(guarded)('$id', (operation) => {
    test('succeeds with a key that has the scope, and says what is left of the quota', async () => {
      const { secret } = await service.newKey(mine, { scopes: [operation.scope!] })
      const answer = await call(operation, secret)
      expect(answer.status, await answer.clone().text()).toBeGreaterThanOrEqual(200)
      expect(answer.status).toBeLessThan(300)
      expect(answer.headers.get('X-Service-Quota-Remaining')).toMatch(/^\d+$/)
      expect(answer.headers.get('X-Service-Request-Id')).toMatch(/^req_/)
    })

    test('refuses a missing, made-up, revoked or expired key', async () => {
      const revoked = await service.newKey(mine, { scopes })
      await service.administration.revokeKey({ actor: 'operator:test', requestId: null }, mine.companyId, revoked.keyId)
      const expired = await service.newKey(mine, { scopes, expiresAt: new Date(Date.now() + 50) })
      await sleep(60)
      const presented = [undefined, '', 'svc_', myKey.slice(0, -1), `${myKey}x`, 'x'.repeat(8_000), '0'.repeat(64)]
      for (const key of [...presented, revoked.secret, expired.secret]) {
        const answer = await call(operation, key)
        expect(answer.status, key).toBe(401)
        expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
        expect(answer.headers.get('X-Service-Quota-Remaining')).toBeNull()
        expect(await answer.json()).toMatchObject({ error: 'Unauthorized', code: 'unauthenticated' })
      }
    })

    test('refuses a key that has every scope but this', async () => {
      const { secret } = await service.newKey(mine, { scopes: scopes.filter((scope) => scope !== operation.scope) })
      const answer = await call(operation, secret)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ error: 'Forbidden', code: 'forbidden' })
    })

    test.runIf(operation.path.includes('{'))("answers for another company's thing as for none", async () => {
      const answer = await call(operation, myKey, { owner: theirs })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject(missingThing)
    })
  })
})
