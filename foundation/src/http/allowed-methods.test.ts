import { expect, test } from 'vitest'
import { AllowedMethods } from './allowed-methods.ts'

const allowed = new AllowedMethods()
allowed.add(['GET', 'HEAD'], '/things/:id')
allowed.add('DELETE', '/things/:id')
allowed.add('POST', '/things/try')
allowed.add('GET', '/files/*')

test.each([
  ['/things/7', ['DELETE', 'GET', 'HEAD']],
  ['/things/try', ['POST']],
  ['/files/a/b', ['GET']],
  ['/things', []],
])('%s allows %j', (path, methods) => {
  expect(allowed.of(path)).toEqual(methods)
})
