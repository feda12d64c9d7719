/** Where an assistant finds out how to act for a person: RFC 9728 for `/mcp`, RFC 8414 for the authorization server. */
import type { FastifyRequest } from 'fastify'
import { type App, setRawHeader } from '../../http/http.ts'
import type { Access } from '../../identity/model/access.ts'
import { mcpResource } from './model/grant.ts'

/** Where customers reach the service, as is configured or as the request says. */
export type BaseUrlOf = (request: FastifyRequest) => string

export const protectedResourcePath = '/.well-known/oauth-protected-resource/mcp'

const options = { schema: { hide: true }, config: { public: true } } as const

export function metadataRoutes(
  app: App,
  { access, title, baseUrlOf }: { access: Access; title: string; baseUrlOf: BaseUrlOf },
): void {
  const serve = (path: string, document: (base: string) => object) =>
    app.get(path, options, async (request, reply) => {
      setRawHeader(reply, 'Access-Control-Allow-Origin', '*') // nothing in it is anybody's own
      setRawHeader(reply, 'Cache-Control', 'no-cache')
      return reply.send(document(baseUrlOf(request)))
    })
  const resource = (base: string) => ({
    resource: mcpResource(base),
    authorization_servers: [base],
    scopes_supported: access.scopes,
    bearer_methods_supported: ['header'],
    resource_name: title,
    resource_documentation: `${base}/docs`,
  })
  serve(protectedResourcePath, resource)
  serve('/.well-known/oauth-protected-resource', resource)
  serve('/.well-known/oauth-authorization-server', (base) => ({
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    revocation_endpoint: `${base}/oauth/revoke`,
    registration_endpoint: `${base}/oauth/register`,
    client_id_metadata_document_supported: true,
    scopes_supported: access.scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  }))
}
