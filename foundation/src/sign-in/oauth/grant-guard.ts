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
/** Of one range of addresses and process, each token once. Tokens that were proved go on. */
const falseTokensPerMinute = 120
/**
 * Beyond that, tokens of the range that nobody has proved here yet are looked up only so many at a time, of all ranges together. They
 * are not refused: people behind one address would be kept out by a single one of them.
 */
const doubtfulAtATime = 4
const ofAccounts = new Set<string>(accountPermissions)

export function makeGrantGuard({ db, now, uptimeMs, access, baseUrlOf }: Deps): TokenGuard {
  const buckets = new TokenBuckets({ nowMs: uptimeMs, maxBuckets: 20_000 })
  const waitUntilMs = new LruMap<string, number>(20_000)
  const proved = new LruMap<string, true>(20_000)
  const knownFalse = new LruMap<string, true>(20_000)
  let doubtful = 0

  async function prove(sha256: Buffer, mark: string) {
    const found = await grants.findBearer(db.connection, sha256, now())
    if (found) proved.set(mark, true)
    return found
  }

  async function proveDoubtful(sha256: Buffer, mark: string) {
    if (doubtful >= doubtfulAtATime)
      throw new Problem('rate-limited', 'Too many tokens that are not valid came from this address.', {
        retryAfterSeconds: 1,
      })
    doubtful += 1
    try {
      return await prove(sha256, mark)
    } finally {
      doubtful -= 1
    }
  }

  async function find(sha256: Buffer, address: string) {
    const [mark, range] = [sha256.toString('base64url'), rangeOf(address)]
    // What was false stays so: an assistant that repeats a token that has ended costs nothing, and counts once.
    if (knownFalse.get(mark)) return undefined
    const isDoubtful = !proved.get(mark) && (waitUntilMs.get(range) ?? 0) > uptimeMs()
    const found = await (isDoubtful ? proveDoubtful : prove)(sha256, mark)
    if (found) return found
    knownFalse.set(mark, true)
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
