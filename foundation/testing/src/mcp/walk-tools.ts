/**
 * Walks the tools of a service and proves of every one what is promised of all: listed by scope, refused without it, checked
 * before it acts, another company's things missing, its schemas those of its operation, its result within them and in sentences.
 */
import type { ApiDocument } from '@service/foundation/http/api-document.ts'
import type { Access } from '@service/foundation/identity/model/access.ts'
import { describe, expect, test } from 'vitest'
import type { Accounts } from '../accounts.ts'
import { beforeTests } from '../before-tests.ts'
import { databaseEngines, type TestEngine } from '../database/database-engines.ts'
import type { Owner } from '../walk-operations.ts'
import { type Agent, connectAgent, type eras } from './agent.ts'

export type WalkedService = Accounts & { baseUrl: string; stop(): Promise<void> }

export type ToolExample<Service> = {
  /** Arguments of a call that succeeds. */
  arguments?: (
    service: Service,
    owner: Owner,
    agent: Agent,
  ) => Promise<Record<string, unknown>> | Record<string, unknown>
  /** Another company's call with the same arguments succeeds too: they name nothing of anybody's own. */
  shared?: true
}

export type ToolWalk<Service> = {
  document: ApiDocument
  access: Access
  /** By the tool's name. A tool without one fails the walk. */
  examples: Readonly<Record<string, ToolExample<Service>>>
  runService: (engine: TestEngine) => Promise<Service>
}

type JsonSchema = {
  type?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: unknown
}
type ListedTool = {
  name: string
  title?: string
  description?: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: Record<string, boolean>
  _meta?: Record<string, unknown>
}
type Operation = {
  operationId?: string
  'x-required-scope'?: string
  parameters?: ({ name: string; in: string } | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: object } }> }
}

/** What an agent reads of all tools of a service, in characters; about four make a token. */
export const charactersOf = (tools: readonly ListedTool[]): number =>
  tools.reduce(
    (sum, { name, description, inputSchema }) => sum + JSON.stringify({ name, description, inputSchema }).length,
    0,
  )

export function walkTools<Service extends WalkedService>({
  document,
  access,
  examples,
  runService,
}: ToolWalk<Service>): void {
  describe.each(databaseEngines.slice(0, 1))('every tool on $name', (engine) => {
    const service = beforeTests(
      () => runService(engine),
      (one) => one.stop(),
    )
    const owner = beforeTests(async () => ({ ...(await service.newCompany()) }) as Owner)
    const agents = beforeTests(async () => {
      const agentOf = async (of: Owner, scopes: readonly string[], era: (typeof eras)[number] = 'modern') => {
        const { secret } = await service.newKey(of, { scopes: [...scopes] })
        const agent = await connectAgent(service.baseUrl, secret, era)
        await agent.client.listTools()
        return agent
      }
      const stranger = (await service.newCompany()) as Owner
      return {
        able: await agentOf(owner, access.scopes),
        legacy: await agentOf(owner, access.scopes, 'legacy'),
        reading: await agentOf(owner, access.defaultScopes),
        stranger: await agentOf(stranger, access.scopes),
        without: async (scope: string) =>
          agentOf(
            owner,
            access.scopes.filter((one) => one !== scope),
          ),
      }
    })
    const listed = async (): Promise<ListedTool[]> => (await agents.able.client.listTools()).tools as ListedTool[]
    const names = Object.keys(examples)
    const argumentsOf = async (name: string) =>
      (await examples[name]?.arguments?.(service, owner, agents.able)) ?? ({} as Record<string, unknown>)

    test('each tool has an example here', async () => {
      expect((await listed()).map(({ name }) => name).sort()).toEqual(names.toSorted())
    })

    test('a key without a scope is offered what the others allow, and refused the rest', async () => {
      const tools = await listed()
      for (const scope of new Set(tools.map((tool) => String(tool._meta?.['service/scope'])))) {
        const agent = await agents.without(scope)
        const offered = await agent.toolNames()
        for (const { name, _meta } of tools) {
          const needs = _meta?.['service/scope'] === scope
          expect(offered.includes(name), `${name} without ${scope}`).toBe(!needs)
          if (!needs) continue
          const result = await agent.call(name, await argumentsOf(name))
          expect(result.problem, name).toMatchObject({ code: 'forbidden', message: expect.stringContaining(scope) })
        }
        await agent.close()
      }
    })

    test('a new key is offered nothing that ends something, and says nothing to the outside', async () => {
      const tools = (await agents.reading.client.listTools()).tools
      expect(tools.length).toBeGreaterThan(0)
      for (const { name, annotations } of tools) expect(annotations?.destructiveHint, name).toBe(false)
      const ending = (await listed()).filter(({ annotations }) => annotations?.destructiveHint)
      for (const { name } of ending) expect(tools.map((tool) => tool.name)).not.toContain(name)
    })

    test.each(names)('%s succeeds in both eras, in sentences, within its schema and 25 kB', async (name) => {
      for (const agent of [agents.able, agents.legacy]) {
        // The client compares the result with the output schema.
        const result = await agent.call(name, await argumentsOf(name))
        expect(result.problem, name).toEqual({})
        expect(result.says.length, name).toBeGreaterThan(3)
        expect(Buffer.byteLength(JSON.stringify(result.fields))).toBeLessThanOrEqual(25_000)
      }
    })

    test.each(names)('%s checks each of its arguments before it does anything', async (name) => {
      const tool = (await listed()).find((one) => one.name === name)
      const { properties = {}, required = [] } = tool?.inputSchema ?? {}
      const good = await argumentsOf(name)
      const refused = async (args: Record<string, unknown>, field: string, what: string) => {
        const result = await agents.able.call(name, args)
        expect(result.refused, `${name} with ${what} as ${field}`).toBe(true)
        expect(['invalid-request', 'not-found'], `${name} with ${what} as ${field}`).toContain(result.problem.code)
        expect(JSON.stringify(result.problem), name).not.toMatch(/arguments\.|query\.|body\./)
      }
      await refused({ ...good, notAnArgument: 1 }, 'notAnArgument', '1')
      for (const field of required) {
        const { [field]: _, ...rest } = good
        await refused(rest, field, 'nothing')
      }
      for (const field of Object.keys(properties)) {
        for (const bad of [{ a: 1 }, null, Number.MAX_VALUE, 'x'.repeat(20_000), '\0']) {
          await refused({ ...good, [field]: bad }, field, JSON.stringify(bad).slice(0, 20))
        }
      }
      for (const field of Object.keys(properties).filter((one) => /id$/i.test(one) && one !== 'plan_id')) {
        for (const bad of ['..', '.', '', '../../healthz', '%2e%2e', 'x?y=1', '𝕏'.repeat(50)]) {
          await refused({ ...good, [field]: bad }, field, bad)
        }
      }
    })

    test.each(names.filter((name) => !examples[name]?.shared && examples[name]?.arguments))(
      '%s finds nothing of another company',
      async (name) => {
        const result = await agents.stranger.call(name, await argumentsOf(name))
        expect(result.problem.code, name).toBe('not-found')
      },
    )

    test('an agent reads all tools of both services in 6,000 tokens, of about four characters', async () => {
      const tools = await listed()
      // Half of them for each service: names, descriptions and what they take, as hosts hand them to a model.
      expect(charactersOf(tools) / 4).toBeLessThanOrEqual(3_000)
    })

    test('the schemas of each tool are those of its operation in the API document', async () => {
      const operations = operationsOf(document)
      for (const { name, inputSchema, outputSchema, annotations, _meta } of await listed()) {
        const operation = operations.get(String(_meta?.['service/operation']))
        expect(operation, name).toBeDefined()
        if (!operation) continue
        expect(operation['x-required-scope'], name).toBe(_meta?.['service/scope'])
        const fields = fieldsOf(document, operation)
        const own = ['days', 'plan_id', 'idempotency_key']
        for (const field of Object.keys(inputSchema.properties ?? {}))
          expect([...fields, ...own], name).toContain(field)
        expect(inputSchema.additionalProperties, name).toBe(false)
        expect(outputSchema?.type, name).toBe('object')
        expect(Object.keys(annotations ?? {}).sort(), name).toEqual([
          'destructiveHint',
          'idempotentHint',
          'openWorldHint',
          'readOnlyHint',
        ])
      }
    })
  })
}

function operationsOf(document: ApiDocument): Map<string, Operation> {
  const { paths = {} } = document as { paths?: object }
  const all = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) => Object.values(path))
  return new Map(all.map((operation) => [String(operation.operationId), operation]))
}

function fieldsOf(document: ApiDocument, { parameters = [], requestBody }: Operation): string[] {
  const { components } = document as unknown as { components: Record<string, Record<string, object>> }
  const resolve = (part: object): object => {
    const [, , section = '', name = ''] = '$ref' in part ? String(part.$ref).split('/') : []
    return components[section]?.[name] ?? part
  }
  const body = requestBody?.content['application/json']?.schema
  const properties = body ? ((resolve(body) as JsonSchema).properties ?? {}) : {}
  return [...parameters.map((one) => (resolve(one) as { name: string }).name), ...Object.keys(properties)]
}
