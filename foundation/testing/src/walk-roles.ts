/**
 * Walks a service's document with a signed-in person of each role: what the role permits succeeds, by the same request that
 * succeeds with a key, and everything else is refused before it is begun.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from './database/database-engines.ts'
import { newPerson, sessionHeaders } from './signed-in.ts'
import { type Owner, requestBodyOf, type Walk, type WalkedService } from './walk-operations.ts'

type Operation = {
  operationId: string
  security?: { apiKey?: string[]; session?: string[] }[]
  'x-required-scope'?: string
  'x-required-permission'?: string
}

export function walkRoles<Service extends WalkedService>({
  document,
  access,
  examples,
  runService,
}: Walk<Service>): void {
  const { paths } = document as unknown as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.length > 0)
      .map(([method, operation]) => {
        const needed = operation['x-required-permission'] ?? operation['x-required-scope']
        return { id: operation.operationId, method: method.toUpperCase(), path, needed }
      }),
  )

  describe('each role', () => {
    let service: Service
    let owner: Owner
    const headers = new Map<string, Record<string, string>>()
    beforeAll(async () => {
      service = await runService(databaseEngines[0]!)
      owner = await service.newCompany()
      for (const role of access.roles) {
        headers.set(role, await sessionHeaders(service, await newPerson(service, owner.companyId, { role })))
      }
    })
    afterAll(() => service.stop())

    test.each(operations)(
      'uses $id where its permissions have $needed, and is refused elsewhere',
      async (operation) => {
        const { id, method, path, needed } = operation
        const example = examples[id]!
        for (const role of access.roles) {
          const isAllowed = needed === undefined || access.permissionsOf(role).has(needed)
          const ids = isAllowed ? ((await example.path?.(service, owner)) ?? {}) : {}
          const body = requestBodyOf(example, service)
          const query = new URLSearchParams(example.query)
          const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? 'x'))
          const own =
            example.person && isAllowed
              ? await sessionHeaders(service, await example.person(service, owner))
              : undefined
          // A session that is ended here is not that of the other operations.
          const ending =
            id === 'signOut'
              ? await sessionHeaders(service, await newPerson(service, owner.companyId, { role }))
              : undefined
          const response = await fetch(`${service.baseUrl}${url}?${query}`, {
            method,
            headers: {
              ...(own ?? ending ?? headers.get(role)),
              ...(body !== undefined && { 'Content-Type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          })
          const text = await response.text()
          if (isAllowed) expect(response.status, `${role}: ${text}`).toBeLessThan(300)
          else expect([response.status, JSON.parse(text).code], role).toEqual([403, 'forbidden'])
        }
      },
    )

    test('without the header of our pages, nobody changes anything', async () => {
      const { 'X-Service-Csrf': _left, ...without } = headers.get('owner')!
      for (const { id, method, path } of operations.filter((operation) => operation.method !== 'GET')) {
        const url = path.replaceAll(/\{\w+\}/g, 'x')
        const response = await fetch(`${service.baseUrl}${url}`, { method, headers: without })
        expect([response.status, (await response.json()) as unknown], id).toMatchObject([403, { code: 'cross-site' }])
      }
    })
  })
}
