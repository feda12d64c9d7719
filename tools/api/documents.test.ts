/** What holds for both API documents, so that clients made from them are good. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../repository.ts'

type Json = { [key: string]: unknown }
type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  tags: { name: string; description?: string }[]
}

const textOf = (name: string) => readFileSync(join(root, 'openapi', `${name}.json`), 'utf8')

test('both documents together have at most 45,000 lines', () => {
  expect(`${textOf('compute')}${textOf('reputation')}`.split('\n').length).toBeLessThan(45_000)
})

describe.each(['compute', 'reputation'])('%s', (name) => {
  const text = textOf(name)
  const document = JSON.parse(text) as Document
  const operations = [document.paths, document.webhooks ?? {}].flatMap((paths) =>
    Object.values(paths).flatMap((methods) => Object.values(methods)),
  )
  /** Every object of the document that is no example, with the path to it. */
  const objects = [...walk(document, '')]

  test('every object has a name', () => {
    const anonymous = objects.filter(([path, one]) => one.properties !== undefined && !isComponent(path))
    expect(anonymous.map(([path]) => path)).toEqual([])
  })

  test('every response has a named type, every failure is a shared one', () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { $ref, content }] of Object.entries(responses)) {
        const json = content?.['application/json']?.schema
        if (json) expect(json, `${operationId} ${status}`).toEqual({ $ref: expect.any(String) })
        if (/^[45]/.test(status) && status !== '410') expect($ref, `${operationId} ${status}`).toBeDefined()
      }
    }
    expect(text.match(/"The reason phrase of the HTTP status\."/g)).toHaveLength(1)
  })

  test('operations have unique ids, a described tag, a summary and a description', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    const described = document.tags.filter(({ description }) => description).map((tag) => tag.name)
    for (const { operationId, tags = [], summary, description } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect([summary, description].every(Boolean), `${operationId} is not described`).toBe(true)
      expect(tags, operationId).toHaveLength(1)
      expect(described).toContain(tags[0])
    }
  })

  test('has no form that makes generated code fail', () => {
    for (const [path, one] of objects) {
      if (one.anyOf) expect(one.default, path).toBeUndefined()
      expect(one.enum, path).not.toEqual([true])
      if (one.type === 'number') expect(one.format, path).toBe('double')
      if (one.in === 'query' && (one.schema as Json).type === 'array')
        expect(one, path).toMatchObject({ explode: false })
    }
  })

  test('refers only to components that there are, and examples name ids of the forms that there are', () => {
    for (const [, ref = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
      const found = ref.split('/').reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document)
      expect(found, ref).toBeDefined()
    }
    expect(text).not.toMatch(/"(co|com)_[0-9a-z]{20}/)
  })
})

test('compute is snake_case throughout, but for what the bodies of both services’ webhooks have', () => {
  const names = [...walk(JSON.parse(textOf('compute')), '')].flatMap(([, one]) => [
    ...Object.keys((one.properties as Json | undefined) ?? {}),
    ...(one.in === 'query' || one.in === 'path' ? [one.name as string] : []),
  ])
  expect(names.length).toBeGreaterThan(100)
  expect(new Set(names.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name)))).toEqual(new Set(['deliveredAt']))
})

const isComponent = (path: string) => /^\.components\.schemas\.\w+$/.test(path)

function* walk(value: unknown, path: string): Generator<[path: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Json]
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'example' && key !== 'examples') yield* walk(inner, `${path}.${key}`)
  }
}
