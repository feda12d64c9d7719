/**
 * Programs in browsers on other origins, where the operator allows them (CORS, Fetch Standard, section 3.2). They bring a
 * key: cookies are never allowed across origins.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from './compression.ts'
import { setRawHeader } from './raw-header.ts'

const readable =
  'X-Service-Request-Id, X-Service-Quota-Remaining, RateLimit, RateLimit-Policy, Retry-After, ETag, Idempotent-Replayed, ' +
  'X-Service-Logs-Kept'
/** The last ones are those of streams that are resumed, of the sandbox, and of agents. */
const sendable =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Service-Sandbox, ' +
  'MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id'

/** Origins are `https://app.example.com`, or `*` for all. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): boolean {
  if (origins.length === 0) return false
  addVary(reply, 'Origin')
  const { origin } = request.headers
  if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return false
  setRawHeader(reply, 'Access-Control-Allow-Origin', origins.includes('*') ? '*' : origin)
  setRawHeader(reply, 'Access-Control-Expose-Headers', readable)
  return true
}

/** The question that a browser asks before a request, instead of the person's program. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

export function respondToPreflight(reply: FastifyReply, methods: readonly string[]): void {
  setRawHeader(reply, 'Access-Control-Allow-Methods', methods.join(', '))
  setRawHeader(reply, 'Access-Control-Allow-Headers', sendable)
  setRawHeader(reply, 'Access-Control-Max-Age', '600')
  reply.code(204).send()
}
