import type { Database } from '../database/database.ts'
import type { RequestGuards } from '../http/admission.ts'
import { KeyRing } from '../keys/key-ring.ts'
import { Quota } from '../quota/quota.ts'
import { TokenBuckets } from '../rate-limit/token-buckets.ts'
import type { RuntimeContext } from './base.ts'

/** Keys, rate limit and quota of a process that serves customers. */
export async function openRequestGuards(db: Database, { now, log, disposer }: RuntimeContext): Promise<RequestGuards> {
  const uptimeMs = () => performance.now()
  const keys = await KeyRing.open({
    db,
    nowMs: () => now().getTime(),
    uptimeMs,
    report: (err) => log.error({ err }, 'the key ring failed in the background'),
  })
  disposer.add('key ring', () => keys.close())
  const quota = new Quota({ db, now })
  disposer.add('quota', () => quota.close())
  return { keys, quota, rateLimit: new TokenBuckets({ nowMs: uptimeMs }) }
}
