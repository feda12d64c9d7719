/** What the API itself says, as resources: its document, operation by operation, and single operations that only read. */
import { cutText } from './cut-text.ts'
import type { Resource, ResourceTemplate } from './model/resource.ts'
import { markUntrusted } from './untrusted.ts'

type Json = Record<string, unknown>
type Operation = Json & { operationId?: string; summary?: string }

const documentPath = '/openapi.json'
const json = 'application/json'

/** The whole document is larger than an agent's context takes: its table of contents. */
export const openapiResource: Resource = {
  uri: 'service://openapi',
  name: 'openapi',
  title: 'Operations of the API',
  description: 'Every operation of the API in a line; service://openapi/{operationId} has one with its schemas.',
  mimeType: 'text/markdown',
  async read(ask) {
    const document = JSON.parse((await ask(documentPath)) ?? '{}') as Json
    const lines = operationsOf(document).map(
      ({ method, path, operation: { operationId, summary } }) =>
        `- \`${operationId}\`: \`${method.toUpperCase()} ${path}\`. ${summary}.`,
    )
    return cutText(`# Operations\n\n${lines.join('\n')}\n`)
  },
}

export const openapiTemplate: ResourceTemplate = {
  uriTemplate: 'service://openapi/{operationId}',
  name: 'openapi-operation',
  title: 'An operation of the API',
  description: 'One operation of the OpenAPI document, with the schemas that it refers to.',
  mimeType: json,
  async read(name, ask) {
    const document = JSON.parse((await ask(documentPath)) ?? '{}') as Json
    const found = operationsOf(document).find(({ operation }) => operation.operationId === name)
    if (!found) return undefined
    const { method, path, operation } = found
    const said = { method: method.toUpperCase(), path, ...operation }
    return cutText(JSON.stringify({ ...said, components: componentsOf(document, said) }))
  },
}

/** An operation that takes nothing, as a resource. Text of strangers is marked as in results of tools. */
export const operationResource = ({
  path,
  ...resource
}: Omit<Resource, 'read' | 'mimeType'> & { path: string }): Resource => ({
  ...resource,
  mimeType: json,
  read: async (ask) => shown(await ask(path), []),
})

/** The same of one that takes an id. */
export const operationTemplate = ({
  pathOf,
  untrusted = [],
  ...template
}: Omit<ResourceTemplate, 'read' | 'mimeType'> & {
  pathOf: (id: string) => string
  untrusted?: readonly string[]
}): ResourceTemplate => ({
  ...template,
  mimeType: json,
  read: async (id, ask) => (/^[\w-]+$/.test(id) ? shown(await ask(pathOf(id)), untrusted) : undefined),
})

const shown = (text: string | undefined, untrusted: readonly string[]): string | undefined =>
  text === undefined ? undefined : cutText(JSON.stringify(markUntrusted(JSON.parse(text), new Set(untrusted))))

function operationsOf({ paths = {} }: Json): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ method, path, operation }],
    ),
  )
}

/** All that the operation refers to, and what that refers to. */
function componentsOf(document: Json, operation: Json): Json {
  const found: Record<string, unknown> = {}
  const waiting = [operation as unknown]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"\$ref":"#\/components\/([\w/.-]+)"/g)) {
      if (name in found) continue
      const [section = '', key = ''] = name.split('/')
      const part = (document.components as Record<string, Json>)[section]?.[key]
      if (part === undefined) continue
      found[name] = part
      waiting.push(part)
    }
  }
  return found
}
