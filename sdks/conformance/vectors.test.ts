/** The vectors cover the API document: each operation, each parameter, each field of a request, each field of a response. */
import { expect, test } from 'vitest'
import { clientDocument } from './client-document.ts'
import file from './vectors.json' with { type: 'json' }

type Parameter = { $ref?: string; name: string; in: string }
type Body = { content?: { 'application/json'?: { schema?: { $ref: string }; example?: unknown } } }
type Operation = { operationId: string; parameters?: Parameter[]; requestBody?: Body; responses: Record<string, Body> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, Parameter>
    schemas: Record<string, { properties?: object }>
  }
}

const document = clientDocument<Document>()
const operations = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ operationId }) => operationId)

const argumentsOf = (operationId: string): Set<string> =>
  new Set(
    file.vectors.flatMap(({ operation, arguments: args }) => (operation === operationId ? Object.keys(args) : [])),
  )

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'a vector of %s has each of its parameters',
  (operationId, { parameters = [], requestBody }) => {
    const inAddress = parameters
      .map((parameter) =>
        parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter,
      )
      // Clients read JSON: other formats are for programs that copy lists.
      .filter((parameter) => parameter.in !== 'header' && parameter.name !== 'format')
      .map(({ name }) => name)
    const name = requestBody?.content?.['application/json']?.schema?.$ref.split('/').at(-1)
    const inBody = name ? Object.keys(document.components.schemas[name]!.properties!) : []
    expect([...argumentsOf(operationId)]).toEqual(expect.arrayContaining([...inAddress, ...inBody]))
    expect(file.vectors.some(({ operation }) => operation === operationId)).toBe(true)
  },
)

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'a vector of %s expects each field of its response',
  (operationId, { responses }) => {
    const example = responses['200']?.content?.['application/json']?.example
    if (example === undefined) return // no content, or a stream
    const results = file.vectors
      .filter(({ operation }) => operation === operationId)
      .map(({ expect }) => withBody(expect))
    const seen = new Set(results.flatMap((result) => pathsIn(result)))
    expect(pathsIn(example).filter((path) => !seen.has(path))).toEqual([])
  },
)

test('there are at least 60, each with a name of its own that can stand in an address', () => {
  const names = file.vectors.map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/)
})

function withBody({ result }: { result?: unknown }): unknown {
  const { $body: name, ...rest } = (result ?? {}) as { $body?: keyof typeof file.bodies }
  return name === undefined ? result : { ...file.bodies[name], ...rest }
}

/** `hubs[].gpus[].total` and so on. */
function pathsIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${at}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [`${at}.${name}`, ...pathsIn(inner, `${at}.${name}`)])
}
