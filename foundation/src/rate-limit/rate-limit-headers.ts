import type { RateVerdict } from './token-buckets.ts'

/**
 * `RateLimit-Policy` and `RateLimit`, structured fields of draft-ietf-httpapi-ratelimit-headers-11 (2026-05-23): the
 * policy is `q` requests in `w` seconds; `r` of them remain, and in `t` seconds all of them do. A refused request also
 * gets `Retry-After`.
 */
export function rateLimitHeaders(verdict: RateVerdict): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Policy': `"default";q=${verdict.limit};w=60`,
    RateLimit: `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  }
  if (!verdict.allowed) headers['Retry-After'] = String(verdict.retryAfterSeconds)
  return headers
}
