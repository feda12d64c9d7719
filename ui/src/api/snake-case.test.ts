import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { camelCased, snakeSpelling } from './snake-case.ts'

type Schema = Readonly<Record<string, unknown>>
type Document = { paths: Record<string, unknown>; components: { schemas: Record<string, Schema> } }

const read = (name: string): Document => JSON.parse(readFileSync(`openapi/${name}.json`, 'utf8')) as Document

/** The schemas that the operations under `/auth` need, with their names of fields in camelCase. */
function accountSchemas({ paths, components: { schemas } }: Document): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in found) continue
      found[name] = fieldsOf(schemas[name] ?? {})
      visit(schemas[name])
    }
  }
  for (const [path, operations] of Object.entries(paths)) if (path.startsWith('/auth/')) visit(operations)
  return found
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): unknown => ({
  fields: Object.keys(properties as object)
    .map(camelCased)
    .sort(),
  required: (required as string[]).map(camelCased).sort(),
})

test('what every service has differs between the services by the spelling of names alone', () => {
  const [reputation, compute] = [accountSchemas(read('reputation')), accountSchemas(read('compute'))]
  expect(Object.keys(reputation).length).toBeGreaterThan(20)
  expect(compute).toMatchObject(reputation)
})

test('names are renamed at any depth, data is not', () => {
  const event = { actor_name: 'Ada', before: { time_zone: 'UTC' }, keys: [{ last_four: 'abcd' }] }
  expect(snakeSpelling.received({ events: [event] })).toEqual({
    events: [{ actorName: 'Ada', before: { time_zone: 'UTC' }, keys: [{ lastFour: 'abcd' }] }],
  })
  expect(snakeSpelling.sent({ expiresAt: 'x', scopes: ['a:b'] })).toEqual({ expires_at: 'x', scopes: ['a:b'] })
})
