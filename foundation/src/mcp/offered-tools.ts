/** The tools of a service, collected from its routes as they are registered; their schemas are made when first asked for. */
import type { HTTPMethods, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { type App, compileValidator } from '../http/http.ts'
import type { Fields, Tool } from './model/tool.ts'
import { argumentSchema, inputSchema, outputSchema } from './tool-schemas.ts'

export type OfferedTool = {
  tool: Tool
  operationId: string
  scope: string
  /** What a person needs, for whom an assistant calls it. */
  permission: string
  method: HTTPMethods
  url: string
  schemaOf: () => NonNullable<RouteOptions['schema']>
  listed: () => ListedTool
  /** The arguments, or a `Problem`. */
  check: (given: unknown) => { value: Fields } | { error: Error }
}

/** As `tools/list` says it. */
export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [keyword: string]: unknown }
  outputSchema: { type: 'object'; [keyword: string]: unknown }
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  _meta: { 'service/scope': string; 'service/operation': string }
}

export type OfferedTools = { all: () => readonly OfferedTool[]; named: (name: string) => OfferedTool | undefined }

/** Must be called before the routes are registered. */
export function collectTools(app: App): OfferedTools {
  const tools = new Map<string, OfferedTool>()
  app.addHook('onRoute', (route) => {
    const { tool, scope, permission = scope } = route.config ?? {}
    if (!tool || route.method === 'HEAD') return
    for (const one of [tool].flat()) {
      if (tools.has(one.name)) throw new Error(`There are two tools called ${one.name}.`)
      if (scope === undefined) throw new Error(`The tool ${one.name} is of a route without a scope.`)
      tools.set(one.name, offered(one, { scope, permission: permission ?? scope }, route))
    }
  })
  return { all: () => [...tools.values()], named: (name) => tools.get(name) }
}

/** The route's schema is read late: hooks of the service may still change it. */
function offered(tool: Tool, needs: { scope: string; permission: string }, route: RouteOptions): OfferedTool {
  const { scope } = needs
  const { method, url } = route
  const schemaOf = () => route.schema ?? {}
  const operationId = String((route.schema as { operationId?: string }).operationId)
  let listed: ListedTool | undefined
  let check: OfferedTool['check'] | undefined
  return {
    tool,
    operationId,
    ...needs,
    method: method as HTTPMethods,
    url,
    schemaOf,
    listed: () => (listed ??= listedTool(tool, { operationId, scope, schema: schemaOf() })),
    check: (given) => {
      check ??= compileValidator({
        schema: argumentSchema(schemaOf(), tool) as unknown as TSchema,
        httpPart: 'arguments',
        method: String(method),
        url,
      }) as OfferedTool['check']
      return check(given)
    },
  }
}

function listedTool(
  tool: Tool,
  { operationId, scope, schema }: { operationId: string; scope: string; schema: NonNullable<RouteOptions['schema']> },
): ListedTool {
  const { name, title, description, effect, repeatable = false, sendsOut = false, untrusted = [] } = tool
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(schema, tool),
    outputSchema: outputSchema(schema, tool) as ListedTool['outputSchema'],
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'ends',
      idempotentHint: effect === 'reads' || repeatable,
      openWorldHint: sendsOut || untrusted.length > 0,
    },
    _meta: { 'service/scope': scope, 'service/operation': operationId },
  }
}
