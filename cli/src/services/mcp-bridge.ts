/**
 * The protocol of agents between a program that speaks it over stdio and a service that speaks it over HTTP. Each line of the
 * input is a message; it is posted as it is, several at a time, and what the service responds is a line of the output. The
 * bridge knows nothing of tools, and so never grows old.
 */
import { createInterface } from 'node:readline'

type Message = { id?: string | number | null; method?: string; params?: Record<string, unknown> & { _meta?: object } }

export type Bridge = {
  /** `https://compute.example.com/mcp` */
  url: string
  apiKey: string
  input: NodeJS.ReadableStream
  /** Writes a line. */
  write: (line: string) => void
  signal?: AbortSignal
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const serverError = -32_000
const parseError = -32_700

/** Resolves at the end of the input, once everything has a response. */
export async function bridgeStdio({ url, apiKey, input, write, signal }: Bridge): Promise<void> {
  const pending = new Set<Promise<void>>()
  const post = makePost({ url, apiKey, write, ...(signal && { signal }) })
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const posted: Promise<void> = post(line).finally(() => pending.delete(posted))
    pending.add(posted)
  }
  await Promise.all(pending)
}

function makePost({ url, apiKey, write, signal }: Omit<Bridge, 'input'>) {
  /** As agreed on in the handshake of the older era; the newer says it in each message. */
  let agreed: string | undefined
  const fail = (id: Message['id'], code: number, message: string) => {
    if (id !== undefined) write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
  }
  return async (line: string): Promise<void> => {
    const message = parsed(line)
    if (!message) return fail(null, parseError, 'This line is no JSON object.')
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, ...headersOf(message, agreed) },
        body: line,
        ...(signal && { signal }),
      })
      const replies = repliesIn(await response.text(), response.headers.get('content-type') ?? '')
      for (const reply of replies) {
        if (message.method === 'initialize') agreed = versionIn(reply) ?? agreed
        write(JSON.stringify(reply))
      }
      if (replies.length === 0 && !response.ok) fail(message.id, serverError, describe(response.status))
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      fail(
        message.id,
        serverError,
        `The service at ${new URL(url).origin} does not respond${cause?.code ? ` (${cause.code})` : ''}.`,
      )
    }
  }
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : undefined
  } catch {
    return undefined
  }
}

function headersOf({ method, params = {} }: Message, agreed: string | undefined): Record<string, string> {
  const version = (params._meta as Record<string, unknown> | undefined)?.[versionKey]
  const name = params.name ?? params.uri
  const isNewer = typeof version === 'string'
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(isNewer ? { 'MCP-Protocol-Version': version } : agreed !== undefined && { 'MCP-Protocol-Version': agreed }),
    ...(isNewer && method !== undefined && { 'Mcp-Method': method }),
    ...(isNewer && typeof name === 'string' && { 'Mcp-Name': headerText(name) }),
  }
}

/** A header holds visible ASCII; anything else is sent in base 64, as the protocol has it. */
const headerText = (text: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** JSON, or events that hold it. What is no message of the protocol, such as a refusal of the service, is none. */
function repliesIn(text: string, type: string): object[] {
  const documents = type.startsWith('text/event-stream')
    ? text.split(/\r?\n\r?\n/).map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data).join('\n'))
    : [text]
  return documents.flatMap((document) => {
    const reply = parsed(document)
    return reply && 'jsonrpc' in reply ? [reply] : []
  })
}

const versionIn = (reply: object): string | undefined =>
  (reply as { result?: { protocolVersion?: string } }).result?.protocolVersion

const describe = (status: number): string =>
  status === 401
    ? 'The API key is missing, wrong or revoked.'
    : status === 404
      ? 'There is no /mcp at this address.'
      : `The service responded with status ${status}.`
