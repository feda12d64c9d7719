import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const request = { method: 'POST', path: '/v1/things', body: { a: 1, b: { c: [1, 2], d: 'x' } } as unknown }
const same = fingerprintOf(request)

test.each([
  ['another order of fields', { ...request, body: { b: { d: 'x', c: [1, 2] }, a: 1 } }],
  ['the same again', structuredClone(request)],
])('%s is the same request', (_what, other) => {
  expect(fingerprintOf(other)).toBe(same)
})

test.each([
  ['another method', { ...request, method: 'DELETE' }],
  ['another path', { ...request, path: '/v1/things?x' }],
  ['another value', { ...request, body: { a: 2, b: { c: [1, 2], d: 'x' } } }],
  ['a text for a number', { ...request, body: { a: '1', b: { c: [1, 2], d: 'x' } } }],
  ['another order of items', { ...request, body: { a: 1, b: { c: [2, 1], d: 'x' } } }],
  ['one field more', { ...request, body: { a: 1, b: { c: [1, 2], d: 'x' }, e: null } }],
  ['no body', { ...request, body: undefined }],
])('%s is another request', (_what, other) => {
  expect(fingerprintOf(other)).not.toBe(same)
})
