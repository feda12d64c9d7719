/** Routes that are written in camelCase, on an app whose API is snake_case. */
import { makeExample } from '@service/foundation-testing/http/example-app.ts'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { InputFaults } from '../input-faults.ts'
import type { App } from './app.ts'
import { nullable } from './model/nullable.ts'
import { inSnakeCase, snakeCased, withNamesOfFields } from './snake-case.ts'

const Thing = Type.Object(
  {
    thingId: Type.String(),
    lastUsedAt: nullable(Type.String({ description: 'Later than `createdAt`.' })),
    partsOf: Type.Array(Type.Object({ partNumber: Type.Integer() })),
    freeForm: Type.Record(Type.String(), Type.Integer()),
    changed: withNamesOfFields(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'Thing' },
)

const seen: unknown[] = []

/** The tool of the route, and what it was given to speak of. */
let tool: object | undefined
const spokenOf: unknown[] = []

const { app } = await makeExample({
  routes: (plain: App) => {
    plain.addHook('onRoute', ({ config }) => {
      tool ??= config?.tool
    })
    inSnakeCase(plain).post(
      '/things/:thingId',
      {
        schema: {
          operationId: 'changeThing',
          description: 'Sets `lastUsedAt`.',
          params: Type.Object({ thingId: Type.String() }),
          querystring: Type.Object({ dryRun: Type.Optional(Type.Boolean()) }),
          body: Type.Object(
            {
              newName: Type.String({ maxLength: 9 }),
              partNumbers: Type.Optional(Type.Array(Type.Integer(), { maxItems: 3 })),
            },
            { additionalProperties: false },
          ),
          response: { 201: Thing },
        },
        config: {
          public: true,
          tool: {
            name: 'change_thing',
            title: 'Change a thing',
            description: 'Changes it.',
            effect: 'adds',
            takes: { thingId: true, dryRun: 'Only try.' },
            always: { newName: 'x' },
            untrusted: ['freeForm'],
            omits: ['partsOf'],
            says: (thing: unknown) => String(spokenOf.push(thing)),
          },
        },
      },
      async (request, reply) => {
        const { params, query, body } = request
        seen.push([params, query, body])
        const faults = new InputFaults()
        if (body.newName === 'bad') faults.add('body.newName', 'must be better')
        faults.throwIfAny()
        return reply.code(201).send({
          thingId: params.thingId,
          lastUsedAt: null,
          partsOf: [{ partNumber: 1 }],
          freeForm: { keptAsItIs: 1 },
          changed: { expiresAt: { someData: 1 } },
        })
      },
    )
  },
})

const send = (payload: object, url = '/things/abc?dry_run=true') => app.inject({ method: 'POST', url, payload })

test('a tool of such a route has the other names, and speaks of the names in which the route is written', async () => {
  expect(tool).toMatchObject({
    takes: { thing_id: true, dry_run: 'Only try.' },
    always: { new_name: 'x' },
    untrusted: ['free_form'],
    omits: ['parts_of'],
  })
  const { says } = tool as { says: (response: object) => string }
  says({ thing_id: 'abc', parts_of: [{ part_number: 1 }] })
  expect(spokenOf).toEqual([{ thingId: 'abc', partsOf: [{ partNumber: 1 }] }])
})

test('what callers send arrives in camelCase, and what they get is snake_case but for keys that are data', async () => {
  const response = await send({ new_name: 'x', part_numbers: [1, 2] })
  expect(response.statusCode).toBe(201)
  expect(seen.at(-1)).toEqual([{ thingId: 'abc' }, { dryRun: true }, { newName: 'x', partNumbers: [1, 2] }])
  expect(response.json()).toEqual({
    thing_id: 'abc',
    last_used_at: null,
    parts_of: [{ part_number: 1 }],
    free_form: { keptAsItIs: 1 },
    changed: { expires_at: { someData: 1 } },
  })
})

test('the names of the other API are unknown, and faults name what was sent', async () => {
  const unknown = await send({ newName: 'x' })
  expect(unknown.json().details.map(({ path }: { path: string }) => path)).toContain('body.new_name')
  const fault = await send({ new_name: 'bad' })
  expect(fault.statusCode).toBe(400)
  expect(fault.json()).toMatchObject({
    message: 'body.new_name must be better',
    details: [{ path: 'body.new_name', message: 'must be better' }],
  })
})

test('the document has the same names', async () => {
  const document = (await app.inject('/openapi.json')).json()
  const { post } = document.paths['/things/{thing_id}']
  expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(['dry_run', 'thing_id'])
  expect(post.description).toBe('Sets `last_used_at`.')
  const { schema } = post.requestBody.content['application/json']
  expect([Object.keys(schema.properties), schema.required]).toEqual([['new_name', 'part_numbers'], ['new_name']])
  const thing = document.components.schemas.Thing
  expect(thing.required).toEqual(['thing_id', 'last_used_at', 'parts_of', 'free_form', 'changed'])
  expect(thing.properties.last_used_at.description).toBe('Later than `created_at`.')
})

test('a name is written with underscores', () => {
  expect(['id', 'expiresAt', 'monthlyQuotaLeft'].map(snakeCased)).toEqual(['id', 'expires_at', 'monthly_quota_left'])
})
