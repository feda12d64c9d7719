/** What the routes share that anyone may call before they have signed in. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setRawHeader } from '../http/http.ts'
import { Problem } from '../problem.ts'
import { TokenBuckets } from '../rate-limit/rate-limit.ts'
import { rangeOf } from './model/attempt-delays.ts'
import { requireOwnPage } from './own-page.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { Browser } from './start-session.ts'

/** Of one range of addresses and process; what is tried in vain waits far sooner. */
const defaultRequestsPerMinute = 60

export type PublicStep = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The request comes from a page of ours, and its range of addresses has not sent too many. */
export function makePublicStep({
  publicBaseUrl,
  uptimeMs,
  requestsPerMinute = defaultRequestsPerMinute,
}: {
  publicBaseUrl: string | undefined
  uptimeMs: () => number
  /** Each such step has a bucket of its own: what fills one holds up no other. */
  requestsPerMinute?: number
}): PublicStep {
  const buckets = new TokenBuckets({ nowMs: uptimeMs, maxBuckets: 20_000 })
  return async (request, reply) => {
    setRawHeader(reply, 'Cache-Control', 'no-store')
    const { allowed, retryAfterSeconds } = buckets.take(rangeOf(request.ip), requestsPerMinute)
    if (!allowed)
      throw new Problem('rate-limited', 'Too many requests from this address. Try again later.', { retryAfterSeconds })
    requireOwnPage(request, publicBaseUrl)
  }
}

export const browserOf = (request: FastifyRequest, cookies: SessionCookies): Browser => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  sessionToken: cookies.readSession(request),
  deviceToken: cookies.readDevice(request),
})
