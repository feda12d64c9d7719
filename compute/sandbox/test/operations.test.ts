import { expect, test } from 'vitest'
import document from '../../../openapi/compute.json' with { type: 'json' }
import { operationOf, operations, readShared, sharedOf } from '../src/operations.ts'

const ofAnAccount = /^\/v1\/(?:webhooks|registries|endpoints|domains)/
const documented = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/v1/') && !ofAnAccount.test(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  )

test('the page offers every operation that a session has', () => {
  expect(operations.map(({ id }) => id).sort()).toEqual(documented.map(({ operationId }) => operationId).sort())
})

test.each(documented)(
  '$operationId is asked for by its method and path, and can be shared',
  ({ path, method, operationId }) => {
    const operation = operationOf(operationId)
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    expect([operation.id, operation.method.toLowerCase()]).toEqual([operationId, method])
    expect(operation.path).toMatch(pattern)
    const asked = { operation: operationId, path: operation.path, body: '' }
    expect(readShared(sharedOf(asked))).toEqual(asked)
  },
)
