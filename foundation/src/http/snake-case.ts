/**
 * Routes that both services have, for a service whose API is snake_case. They are written once, in camelCase; on the app
 * that `inSnakeCase` returns, the document, what callers send and what they get have the other names: parameters of the
 * path and the query, fields of bodies and of responses, and the paths of faults. Renamed is what a schema names, at any
 * depth; keys that are data stay as they are, unless `withNamesOfFields` says that they are names. The tools of such a route
 * have the other names too, and so have the lines of a list that is sent as such.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import type { App } from './app.ts'

const namesOfFields = 'x-names-of-fields'

/** An object whose keys are names of fields, though no schema lists them: they are renamed too. */
export const withNamesOfFields = <T extends object>(schema: T): T => ({ ...schema, [namesOfFields]: true })

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  description?: string
  [namesOfFields]?: true
}
type RouteSchema = {
  description?: string
  params?: Schema
  querystring?: Schema
  body?: Schema
  response?: Record<string, Schema>
}
type Options = {
  schema?: RouteSchema
  config?: { tool?: NamedTool | NamedTool[] } & Record<string, unknown>
} & Record<string, unknown>

/** What a tool says by the names of fields. */
type NamedTool = {
  takes?: Record<string, unknown>
  always?: Record<string, unknown>
  untrusted?: string[]
  omits?: string[]
  says?: (response: unknown, input: unknown) => string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Lines of a list have the names of an API that is snake_case. */
    linesInSnakeCase?: true
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

const methods = ['get', 'post', 'put', 'patch', 'delete']

export function inSnakeCase(app: App): App {
  return new Proxy(app, {
    get(target, name) {
      if (!methods.includes(String(name))) return Reflect.get(target, name) as unknown
      const register = Reflect.get(target, name) as (url: string, options: Options, handler: Handler) => App
      return (url: string, options: Options, handler: Handler) =>
        register.call(target, namesIn(url), renamedRoute(options), fromCamelCase(options.schema ?? {}, handler))
    },
  })
}

/** `expiresAt`: `expires_at`. */
export const snakeCased = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const namesIn = (url: string): string => url.replaceAll(/:(\w+)/g, (_whole, name: string) => `:${snakeCased(name)}`)

function renamedRoute(options: Options): Options {
  const { schema = {}, config = {} } = options
  const { params, querystring, body, response = {}, description } = schema
  const { tool } = config
  const success = Object.entries(response).find(([status]) => status.startsWith('2'))?.[1] ?? {}
  return {
    ...options,
    config: {
      ...config,
      linesInSnakeCase: true,
      ...(tool && {
        tool: Array.isArray(tool) ? tool.map((one) => renamedTool(one, success)) : renamedTool(tool, success),
      }),
    },
    schema: {
      ...schema,
      ...(description !== undefined && { description: quotedNamesIn(description) }),
      ...(params && { params: renamedSchema(params) }),
      ...(querystring && { querystring: renamedSchema(querystring) }),
      ...(body && { body: renamedSchema(body) }),
      response: Object.fromEntries(Object.entries(response).map(([status, one]) => [status, renamedSchema(one)])),
    },
    preSerialization: (
      _request: FastifyRequest,
      reply: FastifyReply,
      payload: unknown,
      done: (error: null, payload: unknown) => void,
    ) => done(null, reply.statusCode < 400 ? renamed(payload, response[reply.statusCode] ?? {}, 'shown') : payload),
  }
}

/** Lines of a list, by the schema of an item. */
export const linesInSnakeCase = <T extends object>(schema: T) => ({
  schema: renamedSchema(schema as Schema),
  named: (item: unknown) => renamed(item, schema as Schema, 'shown'),
})

/** What a tool says of a response goes by the names in which it is written. */
function renamedTool(tool: NamedTool, response: Schema): NamedTool {
  const { takes, always, untrusted, omits, says } = tool
  return {
    ...tool,
    ...(takes && { takes: withSnakeCasedKeys(takes) }),
    ...(always && { always: withSnakeCasedKeys(always) }),
    ...(untrusted && { untrusted: untrusted.map(snakeCased) }),
    ...(omits && { omits: omits.map(snakeCased) }),
    ...(says && { says: (given, input) => says(renamed(given, response, 'read'), input) }),
  }
}

const withSnakeCasedKeys = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, inner]) => [snakeCased(name), inner]))

/** The names of fields that a description quotes. */
const quotedNamesIn = (text: string): string =>
  text.replaceAll(/`[a-z]+(?:[A-Z][a-z]+)+`/g, (quoted) => snakeCased(quoted))

function renamedSchema<T extends Schema>(schema: T): T {
  const { properties, items, anyOf, required, description } = schema
  // A copy that keeps what its library notes on a schema out of sight.
  const copy = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema)) as T
  return Object.assign(copy, {
    ...(description !== undefined && { description: quotedNamesIn(description) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [snakeCased(name), renamedSchema(inner)]),
      ),
    }),
    ...(items && { items: renamedSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(renamedSchema) }),
    ...(required && { required: required.map(snakeCased) }),
  })
}

/** `shown`: a response as callers get it. `read`: what they sent, as the route takes it. */
function renamed(value: unknown, schema: Schema, direction: 'shown' | 'read'): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { items, properties, anyOf = [] } = schema
  if (Array.isArray(value)) return items ? value.map((one) => renamed(one, items, direction)) : value
  const fields = properties ?? anyOf.find((one) => one.properties)?.properties
  if (schema[namesOfFields]) return withSnakeCasedKeys(value as Record<string, unknown>)
  if (!fields) return value
  const named = new Map(
    Object.entries(fields).map(([name, inner]) =>
      direction === 'shown' ? [name, [snakeCased(name), inner]] : [snakeCased(name), [name, inner]],
    ) as [string, [string, Schema]][],
  )
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const [other, innerSchema] = named.get(name) ?? [name, {}]
      return [other, renamed(inner, innerSchema, direction)]
    }),
  )
}

function fromCamelCase({ params = {}, querystring = {}, body = {} }: RouteSchema, handler: Handler): Handler {
  return async (request, reply) => {
    request.params = renamed(request.params, params, 'read')
    request.query = renamed(request.query, querystring, 'read')
    request.body = renamed(request.body, body, 'read')
    try {
      return await handler(request, reply)
    } catch (error) {
      throw error instanceof Problem && error.details.length > 0 ? withNames(error) : error
    }
  }
}

/** With the paths of its faults under the names that the caller knows. */
function withNames({ code, status, message, details, cause, retryAfterSeconds }: Problem): Problem {
  const first = details[0]?.path ?? ''
  const shown = message.startsWith(`${first} `) ? `${snakeCased(first)}${message.slice(first.length)}` : message
  return new Problem({ code, status }, shown, {
    details: details.map((detail) => ({ ...detail, path: snakeCased(detail.path) })),
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
