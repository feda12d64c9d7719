/**
 * Agents: `/mcp` of a service, by the Model Context Protocol, in both of its eras (2026-07-28, where every request stands for
 * itself, and 2025, where a client first shakes hands). The official SDK speaks the protocol; nothing is kept between requests.
 *
 * A request is admitted like any other: a key, a token of its bucket, a body within the limits of JSON; and its `Origin`, if
 * it has one, must be our own, for a page elsewhere has no business here (DNS rebinding). What is called then is an
 * **operation of the API**, as a request of the same caller to itself (`http/inner-request.ts`): scope, quota, validation,
 * idempotency, audit and log are those of its route, and cannot be others. A tool stands in its route's configuration
 * (`model/tool.ts`), its schemas are made of the route's (`tool-schemas.ts`), and its result is put into sentences, marked
 * and cut (`call-tool.ts`).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type App, callerOf } from '../http/http.ts'
import type { Logger } from '../log/log.ts'
import { Problem } from '../problem.ts'
import { collectTools } from './offered-tools.ts'
import { type Offer, protocolServer, type Sdk } from './protocol-server.ts'

export { openapiResource, openapiTemplate, operationResource, operationTemplate } from './api-resources.ts'
export { docsResources } from './docs-resources.ts'
export type { Prompt, Resource, ResourceTemplate } from './model/resource.ts'
export type { Fields, Tool, ToolCall } from './model/tool.ts'

export const mcpPath = '/mcp'

export type McpParts = Omit<Offer, 'tools'> & {
  log: Logger
  /** Where customers reach the service, if that is configured. */
  publicBaseUrl: string | undefined
  /** Origins whose pages may call the API. */
  corsOrigins: readonly string[]
}

/** Must be called before the routes that are tools are registered. */
export function mcpRoutes(app: App, { publicBaseUrl, corsOrigins, log, ...parts }: McpParts): void {
  const offer: Offer = { ...parts, tools: collectTools(app) }
  const own = [...corsOrigins, ...(publicBaseUrl === undefined ? [] : [new URL(publicBaseUrl).origin])]
  app.post(
    mcpPath,
    {
      schema: { hide: true, body: Type.Object({}) },
      config: { anyKey: true },
      onRequest: (request, _reply, done) => done(originFault(request, own)),
    },
    async (request, reply) => respond({ sdk: await load(), app, offer, log }, request, reply),
  )
}

function originFault(request: FastifyRequest, own: readonly string[]): Problem | undefined {
  const { origin } = request.headers
  const isOwn = origin === `${request.protocol}://${request.host}`
  if (origin === undefined || isOwn || own.includes(origin) || own.includes('*')) return undefined
  return new Problem('forbidden', 'Requests of pages must come from an origin that the operator allows.')
}

/** With the first request, for it takes longer to read than much of the rest of the program. */
let loading: Promise<Sdk> | undefined
const load = (): Promise<Sdk> => (loading ??= import('@modelcontextprotocol/server'))

type Responder = { sdk: Sdk; app: App; offer: Offer; log: Logger }

async function respond(
  { sdk, app, offer, log }: Responder,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const caller = {
    principal: callerOf(request),
    requestId: request.id,
    onQuota: (remaining: string) => void reply.header('X-Service-Quota-Remaining', remaining),
    onBug: (err: unknown) => log.error({ err, requestId: request.id }, 'a call of a tool failed'),
  }
  const handler = sdk.createMcpHandler(() => protocolServer(sdk, app, offer, caller), {
    maxSubscriptions: 0, // nothing that is offered changes while somebody listens
    keepAliveMs: 0,
    onerror: (err) => log.debug({ err, requestId: request.id }, 'a request to /mcp was refused'),
  })
  const asked = new Request(`http://service${mcpPath}`, { method: 'POST', headers: headersOf(request) })
  const response = await handler.fetch(asked, { parsedBody: request.body })
  const text = await response.text()
  reply.code(response.status)
  const type = response.headers.get('content-type')
  if (type !== null) reply.header('content-type', type)
  return text
}

/** Those that the protocol reads. */
function headersOf({ headers }: FastifyRequest): [string, string][] {
  const read = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']
  return read.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
}
