/** Where the examples of an API document do not fit it: each must be there, and have the fields of its schema and no others. */
import { examplesFolder as computeExamples } from '@service/compute-server/api-description.ts'
import { makeApiDocument as makeComputeDocument } from '@service/compute-server/api-document.ts'
import type { ApiDocument } from '@service/foundation/http/api-document.ts'
import type { ApiExample, ApiExamples } from '@service/foundation/http/api-examples.ts'
import { readApiExamples } from '@service/foundation/http/api-examples.ts'
import { examplesFolder as reputationExamples } from '@service/reputation-server/api-description.ts'
import { makeApiDocument as makeReputationDocument } from '@service/reputation-server/api-document.ts'
import { Compile } from 'typebox/compile'

type Json = { [name: string]: unknown }
type Media = { $ref?: string; content?: Record<string, { schema?: Json }> }
type Operation = { operationId: string; requestBody?: Media; responses: Record<string, Media> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { responses: Record<string, Media> } }

export async function apiExampleFaults(): Promise<string[]> {
  const faults = [
    ...exampleFaults(await makeComputeDocument(), readApiExamples(computeExamples)),
    ...exampleFaults(await makeReputationDocument(), readApiExamples(reputationExamples)),
  ]
  return faults.length > 0 ? [...faults, 'To record them again: npm run gen -- examples'] : []
}

export function exampleFaults(document: ApiDocument, { operations, problems }: ApiExamples): string[] {
  const { paths, components } = document as unknown as Document
  const known = Object.values(paths).flatMap((methods) => Object.values(methods))
  const schemaOf = (media: Media | undefined, type = 'application/json') => media?.content?.[type]?.schema
  const fitFaults = (what: string, schema: Json | undefined, example: unknown): string[] => {
    if (!schema) return [`${what}: the document has no schema for it`]
    const check = Compile(closed(schema, document) as never)
    return check.Check(example) ? [] : check.Errors(example).map((e) => `${what}${e.instancePath}: ${e.message}`)
  }
  const operationFaults = ({ operationId, requestBody, responses }: Operation): string[] => {
    const example: ApiExample | undefined = operations[operationId]
    if (!example) return [`${operationId} has no recorded example`]
    const { status, type, body } = example.response
    const failures = Object.values(responses).flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
    const content = responses[status]?.content
    return [
      ...(failures.some((name) => name in problems) ? [] : [`${operationId} has no example of a problem`]),
      ...(responses[status] ? [] : [`${operationId} cannot respond with ${status}`]),
      ...(requestBody ? fitFaults(`${operationId} request`, schemaOf(requestBody), example.request) : []),
      ...(content && (body !== undefined || type === undefined)
        ? fitFaults(`${operationId} response`, schemaOf(responses[status], type), body)
        : []),
    ]
  }
  return [
    ...known.flatMap(operationFaults),
    ...Object.keys(operations).flatMap((id) =>
      known.some(({ operationId }) => operationId === id) ? [] : [`${id} is the example of no operation`],
    ),
    ...Object.entries(problems).flatMap(([name, problem]) =>
      fitFaults(`problem ${name}`, schemaOf(components.responses[name]), problem),
    ),
  ]
}

/** The schema whole, without references, and with no room for fields that it does not name. */
function closed(schema: unknown, document: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => closed(inner, document))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...stated } = schema as Json
  if (typeof $ref === 'string') {
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document)
    return closed(found, document)
  }
  const inner = Object.fromEntries(
    Object.entries(stated).map(([name, value]) => [
      name,
      name === 'properties' ? mapValues(value as Json, (field) => closed(field, document)) : closed(value, document),
    ]),
  )
  return stated.properties && stated.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}

const mapValues = (fields: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]))
