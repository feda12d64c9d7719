/**
 * Names what an OpenAPI document repeats. Routes state their schemas whole, for validation and serialisation; the
 * document says each of them once, in `components`, and refers to it.
 *
 * - A schema with a `title` becomes a component of that name. Schemas of one name must be the same, up to the
 *   description of a use made by `described`.
 * - A header of a response becomes a component of its own name.
 * - A response whose body is a `Problem` becomes a component named by its status.
 * - A parameter that several operations take becomes a component named by itself.
 *
 * A number is marked as a double, or generators take it for a float of 32 bits, and a list in the query as
 * comma-separated.
 */
import { STATUS_CODES } from 'node:http'

type Json = Record<string, unknown>

const ownDescription = 'x-own-description'
const inDocument = 'x-in-document'

/** The same schema with a description of this use of it; that of its component stays as it is. */
export const described = <T extends object>(schema: T, description: string): T => ({
  ...schema,
  description,
  [ownDescription]: true,
})

/**
 * A schema that the document shows with more than is checked by it: where a use case checks the rest itself, to say
 * better what is wrong, or row by row.
 */
export const documentedAs = <T extends object>(schema: T, shown: object): T => ({ ...schema, [inDocument]: shown })

/** A schema as the document shows it. */
export const shownSchema = (schema: object): Json => {
  const { [inDocument]: shown = {}, [ownDescription]: _, ...rest } = schema as Json
  return { ...rest, ...(shown as Json) }
}

export function nameComponents<T extends object>(document: T): T {
  const { paths = {}, webhooks, components, ...rest } = structuredClone(document) as Record<string, Json | undefined>
  const named = new Components()
  const operations = [...operationsOf(paths), ...operationsOf(webhooks ?? {})]
  const securitySchemes = usedSchemes(components?.securitySchemes as Json | undefined, operations)
  for (const operation of operations) nameParts(operation, named)
  nameParameters(operations, named)
  return {
    ...rest,
    components: { ...components, ...(securitySchemes && { securitySchemes }), ...named.sections() },
    paths,
    ...(webhooks && { webhooks }),
  } as T
}

/** Those that an operation needs. */
function usedSchemes(schemes: Json | undefined, operations: readonly Json[]): Json | undefined {
  const used = operations.flatMap(({ security = [] }) => (security as Json[]).flatMap(Object.keys))
  return schemes && Object.fromEntries(Object.entries(schemes).filter(([name]) => used.includes(name)))
}

class Components {
  readonly #sections = new Map<string, Map<string, Json>>()

  /** Adds a component and returns the reference to it. */
  add(section: string, name: string, value: Json): Json {
    const named = this.#sections.get(section) ?? new Map<string, Json>()
    this.#sections.set(section, named)
    const known = named.get(name) ?? value
    if (!isSame(known, value)) {
      const both = `${JSON.stringify(known)}\n${JSON.stringify(value)}`
      throw new Error(`The API document has two different ${section} called ${name}:\n${both}`)
    }
    // A schema may be used with a description of the use before the one that carries its own.
    named.set(name, known.description === undefined ? value : known)
    return { $ref: `#/components/${section}/${name}` }
  }

  sections(): Json {
    const sorted = <T>(entries: Iterable<[string, T]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(
      sorted(this.#sections).map(([section, named]) => [section, Object.fromEntries(sorted(named))]),
    )
  }
}

function isSame(known: Json, value: Json): boolean {
  const { description: one = value.description, ...a } = known
  const { description: other = one, ...b } = value
  return one === other && JSON.stringify(a) === JSON.stringify(b)
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

const operationsOf = (paths: Json): Json[] =>
  Object.values(paths).flatMap((path) => methods.flatMap((method) => (path as Record<string, Json[]>)[method] ?? []))

function nameParts(operation: Json, named: Components): void {
  const { parameters, requestBody, responses } = operation as {
    parameters?: Json[]
    requestBody?: Json
    responses: Record<string, Json>
  }
  for (const parameter of parameters ?? []) {
    // As `validation.ts` reads them: comma-separated.
    if ((parameter.schema as Json).type === 'array') Object.assign(parameter, { style: 'form', explode: false })
    parameter.schema = nameSchema(parameter.schema, named)
  }
  if (requestBody) nameContent(requestBody, named)
  for (const [status, response] of Object.entries(responses)) {
    nameContent(response, named)
    const headers = (response.headers ?? {}) as Record<string, Json>
    for (const [name, header] of Object.entries(headers)) headers[name] = named.add('headers', name, header)
    if (isProblem(response)) responses[status] = named.add('responses', responseName(status, operation), response)
  }
}

function nameContent(holder: Json, named: Components): void {
  for (const media of Object.values((holder.content ?? {}) as Record<string, Json>)) {
    media.schema = nameSchema(media.schema, named)
  }
}

const isProblem = ({ content }: { content?: Record<string, { schema?: Json }> }): boolean =>
  content?.['application/json']?.schema?.$ref === '#/components/schemas/Problem'

/** Problems of one status differ: open operations take no key, those of a session a cookie, idempotent ones may be repeated. */
function responseName(status: string, { security, parameters = [] }: Json): string {
  const phrase = status === 'default' ? 'Error' : (STATUS_CODES[status] ?? '').replaceAll(/[^A-Za-z]/g, '')
  const [needed] = (security ?? []) as Json[]
  if (!needed) return `Open${phrase}`
  if ('session' in needed) return `Session${phrase}`
  const isIdempotent = (parameters as Json[]).some(({ name }) => name === 'Idempotency-Key')
  return status === '409' && isIdempotent ? `Idempotency${phrase}` : phrase
}

const holdsSchemas = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']

function nameSchema(schema: unknown, named: Components): unknown {
  if (Array.isArray(schema)) return schema.map((one) => nameSchema(one, named))
  if (typeof schema !== 'object' || schema === null) return schema
  const { [inDocument]: shown, ...stated } = schema as Json
  const inner: Json = Object.fromEntries(
    Object.entries({ ...stated, ...(shown as Json | undefined) }).map(([key, value]) => {
      if (holdsSchemas.includes(key)) return [key, nameSchema(value, named)]
      if (key !== 'properties' && key !== 'patternProperties') return [key, value]
      return [key, nameFields(value as Json, named)]
    }),
  )
  if (inner.type === 'number') inner.format = 'double'
  return typeof inner.title === 'string' ? referTo(inner.title, inner, named) : inner
}

const nameFields = (fields: Json, named: Components): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, nameSchema(field, named)]))

function referTo(name: string, { title: _, default: byDefault, ...schema }: Json, named: Components): Json {
  const nullable = Array.isArray(schema.type) && schema.type.includes('null')
  const { [ownDescription]: isOwn, description, ...shape } = nullable ? withoutNull(schema) : schema
  const ref = named.add('schemas', name, { ...shape, ...(!isOwn && description !== undefined && { description }) })
  const use = {
    ...(isOwn === true && description !== undefined && { description }),
    ...(byDefault !== undefined && { default: byDefault }),
  }
  return nullable ? { anyOf: [ref, { type: 'null' }], ...use } : { ...ref, ...use }
}

function withoutNull({ type, enum: values, ...schema }: Json): Json {
  const types = (type as string[]).filter((one) => one !== 'null')
  return {
    type: types.length === 1 ? types[0] : types,
    ...(values !== undefined && { enum: (values as unknown[]).filter((value) => value !== null) }),
    ...schema,
  }
}

function nameParameters(operations: readonly Json[], named: Components): void {
  const all = operations.flatMap((operation) => (operation.parameters ?? []) as Json[])
  const uses = new Map<string, number>()
  for (const parameter of all) {
    const text = JSON.stringify(parameter)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  // Where parameters of one name differ, the most used is the shared one.
  const shared = new Map<string, string>()
  for (const [text, count] of uses) {
    const name = parameterName(JSON.parse(text))
    if (count > 1 && count > (uses.get(shared.get(name) ?? '') ?? 0)) shared.set(name, text)
  }
  for (const operation of operations) {
    operation.parameters = ((operation.parameters ?? []) as Json[]).map((parameter) => {
      const name = parameterName(parameter)
      return shared.get(name) === JSON.stringify(parameter) ? named.add('parameters', name, parameter) : parameter
    })
    if ((operation.parameters as Json[]).length === 0) delete operation.parameters
  }
}

/** `Idempotency-Key` in the header becomes `IdempotencyKeyHeader`, `gpu_type` in the query `GpuTypeParameter`. */
const parameterName = ({ name, in: place }: Json): string =>
  (name as string).replaceAll(/(?:^|[^A-Za-z0-9])([a-z])|[^A-Za-z0-9]/g, (_whole, letter = '') =>
    letter.toUpperCase(),
  ) + (place === 'header' ? 'Header' : 'Parameter')
