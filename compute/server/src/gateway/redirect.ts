/**
 * The port beside that of TLS, for callers that come in the clear: it sends them to the same path under `https://`. Authorities
 * come here too, for the proof that a name leads to this gateway (RFC 8555, 8.3).
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { respondToParserError } from '@service/foundation/http/parser-errors.ts'
import type { OrderedCertificates } from '../certificates/certificates.ts'
import { endpointHosts } from './endpoint-host.ts'
import { unknownHost } from './refusal.ts'
import { type OnRefusal, replyTo } from './reply.ts'
import { faultOf } from './request-fault.ts'

type Deps = {
  onRefusal: OnRefusal
  find: (key: string) => Promise<unknown>
  /** To a token of a proof that is under way for the name. */
  responseTo: OrderedCertificates['responseTo'] | undefined
}

/** `domain` is what follows a deployment's name, with the port of TLS unless that is 443. */
export function makeRedirectServer(domain: string, { onRefusal, find, responseTo }: Deps): Server {
  const hosts = endpointHosts(domain)
  const [, port = ''] = /(:\d+)$/.exec(domain) ?? []
  /** Only names of deployments, and domains that lead to one: or the port would send callers wherever a stranger wants. */
  async function placeOf(host: string): Promise<string | undefined> {
    const key = hosts.keyIn(host)
    if (key === undefined) return undefined
    if (!key.includes('.')) return `${key}.${domain}`
    return (await find(key).catch(() => undefined)) ? `${key}${port}` : undefined
  }
  async function proofFor({ url = '', headers: { host = '' } }: IncomingMessage): Promise<string | undefined> {
    const [, token] = /^\/\.well-known\/acme-challenge\/([\w-]+)$/.exec(url) ?? []
    const [hostname = ''] = host.toLowerCase().split(':', 1)
    return token === undefined ? undefined : responseTo?.(hostname, token).catch(() => undefined)
  }
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: 5_000,
      requestTimeout: 5_000,
      keepAliveTimeout: 1,
      insecureHTTPParser: false,
    },
    async (request, response) => {
      const fault = faultOf(request)
      const proof = fault ? undefined : await proofFor(request)
      if (proof !== undefined)
        return void response
          .writeHead(200, { 'Content-Type': 'application/octet-stream', Connection: 'close' })
          .end(proof)
      const place = fault ? undefined : await placeOf(request.headers.host!)
      if (place === undefined) return replyTo(request, response, onRefusal).refuse(fault ?? unknownHost)
      // 308 keeps method and body, as the caller meant them.
      response.writeHead(308, { Location: `https://${place}${request.url}`, Connection: 'close' })
      response.end()
    },
  )
  server.maxConnections = 1_000
  server.on('clientError', (error: Error, socket) => respondToParserError(error, socket as Socket))
  return server
}
