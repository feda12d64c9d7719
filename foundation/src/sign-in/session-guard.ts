import { type Database, GroupCommit } from '../database/database.ts'
import type { SessionGuard } from '../http/http.ts'
import type { Access } from '../identity/model/access.ts'
import { Problem } from '../problem.ts'
import { hashToken } from '../secret-token.ts'
import { endOf, freshUntil } from './model/session.ts'
import { isSafe, requireOwnPage } from './own-page.ts'
import type { SessionCookies } from './session-cookies.ts'
import * as sessions from './session-store.ts'
import { sessionBrand } from './start-session.ts'

type Deps = {
  db: Database
  now: () => Date
  access: Access
  cookies: SessionCookies
  publicBaseUrl: string | undefined
}

const recordUseEveryMs = 60_000
const maxWaiting = 1_024

/**
 * Proves people by their cookie, and asks the database each time: a session that was ended, or whose person has left, is
 * refused by every process at once. Requests that come together share a query, so a stranger's flood costs one connection.
 */
export function makeSessionGuard({
  db,
  now,
  access,
  cookies,
  publicBaseUrl,
}: Deps): SessionGuard & { close(): Promise<void> } {
  const lookups = new GroupCommit<string, sessions.FoundSession | undefined>(
    async (hashes) => {
      const found = await sessions.findByToken(db.connection, hashes)
      const byToken = new Map(found.map((session) => [session.tokenHex, session]))
      return hashes.map((hex) => byToken.get(hex))
    },
    { largestBatch: 256 },
  )
  return {
    async authenticate(request) {
      const token = cookies.readSession(request)
      const sha256 = token === undefined ? undefined : hashToken(sessionBrand, token)
      if (!sha256) return undefined
      if (lookups.waiting >= maxWaiting) {
        throw new Problem('unavailable', 'Too many sessions are being checked. Try again shortly.', {
          retryAfterSeconds: 1,
        })
      }
      const found = await lookups.submit(sha256.toString('hex'))
      const at = now()
      if (!found || endOf(found) <= at) return undefined
      if (!isSafe(request)) requireOwnPage(request, publicBaseUrl)
      if (at.getTime() - found.lastUsedAt.getTime() >= recordUseEveryMs)
        await sessions.recordUse(db.connection, found.id, at)
      const { id, userId, companyId, requestsPerMinute, monthlyQuota } = found
      return {
        actor: { kind: 'user', id: userId },
        companyId,
        permissions: access.permissionsOfPerson(found),
        limits: { requestsPerMinute, monthlyQuota },
        session: { id, isFresh: freshUntil(found) > at },
      }
    },
    close: () => lookups.close(),
  }
}
