import type { ApiDocument } from '@service/foundation/http/api-document.ts'
import { expect, test } from 'vitest'
import { apiExampleFaults, exampleFaults } from './api-examples.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const Thing = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, size: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
}
const makeThing = {
  operationId: 'makeThing',
  requestBody: json({ $ref: '#/components/schemas/Thing' }),
  responses: { 201: json({ $ref: '#/components/schemas/Thing' }), 404: { $ref: '#/components/responses/NotFound' } },
}
const document = {
  paths: { '/things': { post: makeThing } },
  components: {
    schemas: { Thing },
    responses: { NotFound: json({ type: 'object', required: ['code'], properties: { code: { type: 'string' } } }) },
  },
} as unknown as ApiDocument

const faultsOf = (request: unknown, body: unknown, problems: Record<string, unknown> = { NotFound: { code: 'x' } }) =>
  exampleFaults(document, { operations: { makeThing: { request, response: { status: 201, body } } }, problems })

test('the examples of both documents fit them', async () => {
  expect(await apiExampleFaults()).toEqual([])
})

test('an example with the fields of its schema has no fault', () => {
  expect(faultsOf({ id: 'a' }, { id: 'a', size: null })).toEqual([])
})

test.each([
  ['a field that is missing', { size: 1 }, 'makeThing response'],
  ['a field of another type', { id: 1 }, 'makeThing response/id'],
  ['a field that the schema does not have', { id: 'a', colour: 'red' }, 'makeThing response'],
])('%s is a fault', (_what, body, place) => {
  expect(faultsOf({ id: 'a' }, body)).toContainEqual(expect.stringContaining(place))
})

test('so is a request that does not fit, a missing example, and one of nothing', () => {
  expect(faultsOf(undefined, { id: 'a' })).toEqual([expect.stringContaining('makeThing request')])
  expect(faultsOf({ id: 'a' }, { id: 'a' }, {})).toEqual(['makeThing has no example of a problem'])
  const other = { other: { response: { status: 200 } } }
  expect(exampleFaults(document, { operations: other, problems: {} })).toEqual([
    'makeThing has no recorded example',
    'other is the example of no operation',
  ])
})
