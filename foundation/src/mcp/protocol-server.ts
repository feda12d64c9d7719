/** What one key is offered, as the SDK's server of one request: tools by its scopes, resources, prompts. */
import type { Server } from '@modelcontextprotocol/server'
import { type App, sendInner } from '../http/http.ts'
import type { ProblemBody } from '../problem.ts'
import type { Caller } from './call-tool.ts'
import { callTool, quotaHeader } from './call-tool.ts'
import type { Prompt, Resource, ResourceTemplate } from './model/resource.ts'
import type { OfferedTool, OfferedTools } from './offered-tools.ts'

export type Sdk = typeof import('@modelcontextprotocol/server')

export type Offer = {
  /** Of the service, for hosts that show it. */
  name: string
  title: string
  version: string
  /** What agents should know before they begin. */
  instructions: string
  tools: OfferedTools
  resources: readonly Resource[]
  templates: readonly ResourceTemplate[]
  prompts: readonly Prompt[]
}

/** An hour: what a key is offered changes with its scopes or with a release. */
const listsKeptMs = 3_600_000
const kept = { ttlMs: listsKeptMs, cacheScope: 'private' } as const

export function protocolServer(sdk: Sdk, app: App, offer: Offer, caller: Caller): Server {
  const { name, title, version, instructions } = offer
  const server = new sdk.Server(
    { name, title, version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      cacheHints: {
        'tools/list': kept,
        'prompts/list': kept,
        'resources/list': kept,
        'resources/templates/list': kept,
      },
    },
  )
  offerTools(sdk, server, app, offer, caller)
  offerResources(sdk, server, app, offer, caller)
  offerPrompts(sdk, server, offer, caller)
  return server
}

function offerTools(sdk: Sdk, server: Server, app: App, { tools }: Offer, caller: Caller): void {
  const { permissions, actor } = caller.principal
  const isOffered = ({ scope, permission }: OfferedTool) =>
    permissions.has(scope) && (actor.kind === 'key' || permissions.has(permission))
  server.setRequestHandler('tools/list', () => ({
    tools: tools
      .all()
      .filter(isOffered)
      .map(({ listed }) => listed()),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.named(params.name)
    if (!tool) throw invalidParams(sdk, `There is no tool ${shown(params.name)}.`)
    return callTool(app, tool, params.arguments, caller)
  })
}

function offerResources(sdk: Sdk, server: Server, app: App, { resources, templates }: Offer, caller: Caller): void {
  const isOpen = ({ scope }: { scope?: string }) => scope === undefined || caller.principal.permissions.has(scope)
  server.setRequestHandler('resources/list', () => ({
    resources: resources.filter(isOpen).map(({ read: _, scope: __, ...listed }) => listed),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.filter(isOpen).map(({ read: _, scope: __, ...listed }) => listed),
  }))
  const ask = (path: string) => askAs(sdk, app, caller, path)
  const read = async (uri: string) => {
    const resource = resources.find((one) => one.uri === uri)
    const template = templates.find(({ uriTemplate }) => uri.startsWith(stemOf(uriTemplate)))
    const { mimeType } = resource ?? template ?? {}
    const text = (await resource?.read(ask)) ?? (await template?.read(lastPart(uri, template), ask))
    if (text === undefined) throw new sdk.ResourceNotFoundError(uri.slice(0, 200))
    return { contents: [{ uri, text, ...(mimeType && { mimeType }) }] }
  }
  // What is thrown here is sent: nothing that is our own fault may be.
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    read(uri).catch((error: unknown) => {
      if (error instanceof sdk.ProtocolError) throw error
      caller.onBug(error)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, `Internal error: ${caller.requestId}.`)
    }),
  )
}

async function askAs(sdk: Sdk, app: App, caller: Caller, url: string): Promise<string | undefined> {
  const { status, headers, text } = await sendInner(app, caller, { method: 'GET', url })
  const remaining = headers[quotaHeader]
  if (remaining !== undefined) caller.onQuota(String(remaining))
  if (status === 200) return text
  if (status === 404) return undefined
  const { message } = JSON.parse(text) as ProblemBody
  throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidRequest, message)
}

function offerPrompts(sdk: Sdk, server: Server, { prompts }: Offer, { principal }: Caller): void {
  const allowed = prompts.filter(({ scopes }) => scopes.every((scope) => principal.permissions.has(scope)))
  server.setRequestHandler('prompts/list', () => ({
    prompts: allowed.map(({ name, title, description }) => ({ name, title, description })),
  }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = allowed.find(({ name }) => name === params.name)
    if (!prompt) throw invalidParams(sdk, `There is no prompt ${shown(params.name)}.`)
    const { description, text } = prompt
    return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

const stemOf = (uriTemplate: string): string => uriTemplate.slice(0, uriTemplate.indexOf('{'))
const lastPart = (uri: string, { uriTemplate }: ResourceTemplate): string => uri.slice(stemOf(uriTemplate).length)
const shown = (name: string): string => JSON.stringify(name.slice(0, 60))
const invalidParams = (sdk: Sdk, message: string) => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message)
