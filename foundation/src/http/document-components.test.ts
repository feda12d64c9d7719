import { expect, test } from 'vitest'
import { described, documentedAs, nameComponents } from './document-components.ts'
import { nullable } from './model/nullable.ts'

const colour = { type: 'string', enum: ['red'], title: 'Colour', description: 'A colour.' } as const
const ref = { $ref: '#/components/schemas/Colour' }

function documentOf(properties: Record<string, object>, parameters: object[] = []) {
  const schema = { type: 'object', properties, title: 'Thing' }
  const operation = (more: object) => ({
    parameters: structuredClone(parameters),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
    ...more,
  })
  const document = nameComponents({
    openapi: '3.1.0',
    info: { title: 'Things' },
    paths: { '/a': { get: operation({}) }, '/b': { get: operation({}) } },
  }) as unknown as Record<'components' | 'paths', Record<string, Record<string, Record<string, object>>>>
  return { thing: document.components.schemas?.Thing?.properties, ...document }
}

test('a titled schema becomes one component, and a reference may have its own description', () => {
  const { thing, components } = documentOf({ one: described(colour, 'The first colour.'), two: colour })
  expect(thing).toEqual({ one: { ...ref, description: 'The first colour.' }, two: ref })
  expect(components.schemas?.Colour).toEqual({ type: 'string', enum: ['red'], description: 'A colour.' })
})

test('a nullable schema refers to the component', () => {
  const { thing, components } = documentOf({ one: nullable(colour), two: colour })
  expect(thing).toEqual({ one: { anyOf: [ref, { type: 'null' }] }, two: ref })
  expect(components.schemas?.Colour).toMatchObject({ type: 'string' })
})

test('two schemas of one name must be the same', () => {
  expect(() => documentOf({ one: colour, two: { ...colour, enum: ['blue'] } })).toThrow('schemas called Colour')
  expect(() => documentOf({ one: colour, two: { ...colour, description: 'A tint.' } })).toThrow('called Colour')
})

test('constraints that a use case checks itself are documented too', () => {
  const { thing } = documentOf({ day: documentedAs({ type: 'string' }, { format: 'date' }) })
  expect(thing).toEqual({ day: { type: 'string', format: 'date' } })
})

test('a number is a double, and a list in the query is comma-separated', () => {
  const parameters = [{ name: 'lists', in: 'query', schema: { type: 'array', items: { type: 'number' } } }]
  const { thing, components, paths } = documentOf({ share: { type: 'number' } }, parameters)
  expect(thing).toEqual({ share: { type: 'number', format: 'double' } })
  expect(paths['/a']?.get?.parameters).toEqual([{ $ref: '#/components/parameters/ListsParameter' }])
  expect(components.parameters?.ListsParameter).toMatchObject({ style: 'form', explode: false })
})
