/** Proves an assistant by its access token, at the one resource that the token is for. */
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { TokenGuard } from '../../http/http.ts'
import { type Access, accountPermissions } from '../../identity/model/access.ts'
import { LruMap } from '../../lru-map.ts'
import { Problem } from '../../problem.ts'
import { TokenBuckets } from '../../rate-limit/rate-limit.ts'
import { hashToken } from '../../secret-token.ts'
import { rangeOf } from '../model/attempt-delays.ts'
import * as grants from './grant-store.ts'
import { type BaseUrlOf, protectedResourcePath } from './metadata.routes.ts'
import { brands, mcpResource } from './model/grant.ts'

type Deps = { db: Database; now: () => Date; uptimeMs: () => number; access: Access; baseUrlOf: BaseUrlOf }

const recordUseEveryMs = 60_000
/** Of one range of addresses and process; beyond that they wait, without the database being asked. Tokens that were proved go on. */
const falseTokensPerMinute = 120
const ofAccounts = new Set<string>(accountPermissions)

export function makeGrantGuard({ db, now, uptimeMs, access, baseUrlOf }: Deps): TokenGuard {
  const buckets = new TokenBuckets({ nowMs: uptimeMs, maxBuckets: 20_000 })
  const waitUntilMs = new LruMap<string, number>(20_000)
  const proved = new LruMap<string, true>(20_000)

  async function find(sha256: Buffer, address: string) {
    const [mark, range] = [sha256.toString('base64url'), rangeOf(address)]
    const waitMs = proved.get(mark) ? 0 : (waitUntilMs.get(range) ?? 0) - uptimeMs()
    if (waitMs > 0)
      throw new Problem('rate-limited', 'Too many tokens that are not valid came from this address.', {
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      })
    const found = await grants.findBearer(db.connection, sha256, now())
    if (found) {
      proved.set(mark, true)
      return found
    }
    const { allowed, retryAfterSeconds } = buckets.take(range, falseTokensPerMinute)
    if (!allowed) waitUntilMs.set(range, uptimeMs() + retryAfterSeconds * 1_000)
    return undefined
  }

  return {
    isToken: (presented) => presented.startsWith(brands.access),
    async authenticate(presented, request) {
      const sha256 = hashToken(brands.access, presented)
      const at = now()
      const found = sha256 && (await find(sha256, request.ip))
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
