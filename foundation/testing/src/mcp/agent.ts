/** An agent as hosts run it: the official client, in either era of the protocol. */
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio'

export const eras = ['legacy', 'modern'] as const
export type Era = (typeof eras)[number]

/** What a tool returned: its sentences, its fields, and whether it refused. */
export type Result<T> = { says: string; fields: T; refused: boolean; problem: Problem }
type Problem = { code?: string; message: string; details?: { path: string; message: string }[] }

export type Agent = {
  client: Client
  toolNames(): Promise<string[]>
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
  call<T = any>(name: string, args?: Record<string, unknown>): Promise<Result<T>>
  close(): Promise<void>
}

export function connectAgent(baseUrl: string, key: string, era: Era = 'modern'): Promise<Agent> {
  const headers = { Authorization: `Bearer ${key}` }
  return connectOver(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }), era)
}

/** The agent starts the program and speaks to it. */
export const connectOverStdio = (program: StdioServerParameters, era: Era): Promise<Agent> =>
  connectOver(new StdioClientTransport(program), era)

async function connectOver(transport: Transport, era: Era): Promise<Agent> {
  const client = new Client(
    { name: 'agent-of-tests', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  )
  await client.connect(transport)
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => resultOf((await client.callTool({ name, arguments: args })) as CallToolResult),
    close: () => client.close(),
  }
}

function resultOf<T>({ content, structuredContent, isError = false }: CallToolResult): Result<T> {
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
  const problem = (isError ? JSON.parse(texts.at(-1) ?? '{}') : {}) as Problem
  return { says: texts.slice(0, -1).join(' '), fields: structuredContent as T, refused: isError, problem }
}
