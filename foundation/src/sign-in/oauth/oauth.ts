/**
 * Assistants that run at their maker's act for a person by OAuth 2.1, in place of an API key, and at `/mcp` alone.
 *
 * 1. The assistant asks `/mcp` without a token and learns where the **metadata** is (RFC 9728, RFC 8414; `metadata.routes.ts`).
 * 2. It is a **client** by the address of its metadata document, or registers itself (RFC 7591). Both say where people may be
 *    led back to, and nothing else about it is believed (`find-client.ts`).
 * 3. The person signs in as always and sees the **consent** page: who asks, where they are led back to, and which scopes
 *    (`consent.ts`). What they allow is a **grant**, never more than their role permits at the moment of a request.
 * 4. The **code**, once, within a minute, with the proof of PKCE, becomes an access token for an hour and a refresh token
 *    that changes with each use. A code or refresh token that comes a second time was stolen from somebody: the grant ends
 *    (`exchange.ts`).
 * 5. A token is bound to this service's `/mcp` and refused everywhere else (`grant-guard.ts`).
 *
 * The person ends a grant in their settings, the assistant at `/oauth/revoke`; it ends with the membership, with another
 * password, and when somebody else ends the person's sessions or removes their second factor. All of it is audited.
 */
import type { Database } from '../../database/database.ts'
import type { App, TokenGuard } from '../../http/http.ts'
import type { Access } from '../../identity/model/access.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { SessionDeps } from '../start-session.ts'
import { consentRoutes } from './consent.routes.ts'
import { makeConsent } from './consent.ts'
import { makeExchange } from './exchange.ts'
import { makeFindClient } from './find-client.ts'
import { makeGrantGuard } from './grant-guard.ts'
import { grantRoutes } from './grants.routes.ts'
import { type BaseUrlOf, metadataRoutes } from './metadata.routes.ts'
import type { DeviceGrant } from './model/device-grant.ts'
import { makeOwnGrants, type OwnGrants } from './own-grants.ts'
import { makeRegisterClient } from './register-client.ts'
import { tokenRoutes } from './token.routes.ts'

export { grantPruners } from './pruners.ts'

export type OAuth = {
  /** For the request guards of the service. */
  tokens: TokenGuard
  ownGrants: OwnGrants
  /** Registers everything but `/auth/…`. */
  routes(app: App): void
}

export type OAuthDeps = SessionDeps & {
  db: Database
  access: Access
  /** As people know the service. */
  title: string
  pagesPath: string
  publicBaseUrl: string | undefined
  uptimeMs: () => number
  deviceGrant: DeviceGrant
  outbound: Pick<Outbound, 'get'>
}

export function makeOAuth(deps: OAuthDeps): OAuth {
  const { publicBaseUrl } = deps
  const baseUrlOf: BaseUrlOf = (request) => publicBaseUrl ?? `${request.protocol}://${request.host}`
  const findClient = makeFindClient(deps)
  return {
    tokens: makeGrantGuard({ ...deps, baseUrlOf }),
    ownGrants: makeOwnGrants(deps),
    routes(app) {
      metadataRoutes(app, { ...deps, baseUrlOf })
      consentRoutes(app, { ...deps, baseUrlOf, consent: makeConsent({ ...deps, findClient }) })
      tokenRoutes(app, {
        ...deps,
        baseUrlOf,
        exchange: makeExchange(deps),
        registerClient: makeRegisterClient(deps),
      })
    },
  }
}

export { grantRoutes }
