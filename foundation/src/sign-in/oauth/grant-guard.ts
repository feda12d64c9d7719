/** Proves an assistant by its access token, at the one resource that the token is for. */
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { TokenGuard } from '../../http/http.ts'
import { type Access, accountPermissions } from '../../identity/model/access.ts'
import { hashToken } from '../../secret-token.ts'
import * as grants from './grant-store.ts'
import { type BaseUrlOf, protectedResourcePath } from './metadata.routes.ts'
import { brands, mcpResource } from './model/grant.ts'

type Deps = { db: Database; now: () => Date; access: Access; baseUrlOf: BaseUrlOf }

const recordUseEveryMs = 60_000
const ofAccounts = new Set<string>(accountPermissions)

export function makeGrantGuard({ db, now, access, baseUrlOf }: Deps): TokenGuard {
  return {
    isToken: (presented) => presented.startsWith(brands.access),
    async authenticate(presented, request) {
      const sha256 = hashToken(brands.access, presented)
      const at = now()
      const found = sha256 && (await grants.findBearer(db.connection, sha256, at))
      if (!found || found.resource !== mcpResource(baseUrlOf(request))) return undefined
      if (at.getTime() - found.lastUsedAt.getTime() >= recordUseEveryMs)
        await grants.recordUse(db.connection, found.id, at)
      const granted = new Set(found.scopes)
      // What the role permits now: scopes as granted, finer permissions as they are, and never those on accounts.
      const permitted = [...access.permissionsOf(found.role)].filter((permission) =>
        access.scopes.includes(permission) ? granted.has(permission) : !ofAccounts.has(permission),
      )
      return {
        actor: { kind: 'user', id: found.userId },
        companyId: found.companyId,
        permissions: new Set(permitted),
        limits: { requestsPerMinute: found.requestsPerMinute, monthlyQuota: found.monthlyQuota },
      }
    },
    challenge: (request: FastifyRequest) =>
      `Bearer resource_metadata="${baseUrlOf(request)}${protectedResourcePath}", scope="${access.defaultScopes.join(' ')}"`,
  }
}
