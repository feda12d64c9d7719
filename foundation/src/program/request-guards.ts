import type { Database } from '../database/database.ts'
import type { RequestGuards, SessionGuard, TokenGuard } from '../http/http.ts'
import type { Access } from '../identity/model/access.ts'
import { KeyRing } from '../keys/keys.ts'
import { Quota } from '../quota/quota.ts'
import { TokenBuckets } from '../rate-limit/rate-limit.ts'
import type { RuntimeContext } from './base.ts'

type Deps = {
  db: Database
  access: Access
  /** The proof of sessions, for a service that people sign in to. */
  sessions?: SessionGuard | undefined
  /** The proof of assistants that act for people. */
  tokens?: TokenGuard | undefined
}

/** Keys, rate limit and quota of a process that serves customers. */
export async function openRequestGuards(
  { db, access, sessions, tokens }: Deps,
  { now, log, disposer }: RuntimeContext,
): Promise<RequestGuards> {
  const uptimeMs = () => performance.now()
  const keys = await KeyRing.open({
    db,
    access,
    nowMs: () => now().getTime(),
    uptimeMs,
    report: (err) => log.error({ err }, 'background work of the key ring failed'),
  })
  disposer.add('key ring', () => keys.close())
  const quota = new Quota({ db, now })
  disposer.add('quota', () => quota.close())
  return {
    access,
    keys,
    ...(sessions && { sessions }),
    ...(tokens && { tokens }),
    quota,
    rateLimit: new TokenBuckets({ nowMs: uptimeMs }),
  }
}
