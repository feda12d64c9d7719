/**
 * The rate limit: one token bucket per key, in this process's memory. A bucket holds one minute's worth of requests and
 * fills evenly, so a caller may burst up to its limit and then goes on at the limit's pace. N processes behind a
 * balancer allow up to N times the limit; what is sold is the quota, which is exact (see ../quota).
 */
const windowMs = 60_000

/** Tokens are sums of fractions: one that is short by rounding alone is whole. */
const rounding = 1e-9

export type RateVerdict = {
  allowed: boolean
  /** Requests a minute. */
  limit: number
  /** Whole requests left at this moment. */
  remaining: number
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number
  /** Whole seconds until the next request is allowed; 0 when this one was. */
  retryAfterSeconds: number
}

type Bucket = { tokens: number; filledAtMs: number; limit: number }

export class TokenBuckets {
  readonly #nowMs: () => number
  readonly #maxBuckets: number
  readonly #buckets = new Map<string, Bucket>()

  /** `nowMs` should be monotonic (`performance.now`). Beyond `maxBuckets` keys, buckets are forgotten: full ones first. */
  constructor({ nowMs, maxBuckets = 100_000 }: { nowMs: () => number; maxBuckets?: number }) {
    this.#nowMs = nowMs
    this.#maxBuckets = maxBuckets
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes one request of `key`, whose limit is `limit` requests a minute. */
  take(key: string, limit: number): RateVerdict {
    const nowMs = this.#nowMs()
    const bucket = this.#buckets.get(key) ?? this.#add(key, limit, nowMs)
    bucket.tokens = tokensAt(bucket, nowMs, limit)
    bucket.filledAtMs = Math.max(nowMs, bucket.filledAtMs)
    bucket.limit = limit
    const allowed = bucket.tokens >= 1 - rounding
    if (allowed) bucket.tokens = Math.max(0, bucket.tokens - 1)
    const msPerToken = windowMs / limit
    return {
      allowed,
      limit,
      remaining: Math.floor(bucket.tokens + rounding),
      resetSeconds: Math.ceil(((limit - bucket.tokens) * msPerToken) / 1000),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(((1 - bucket.tokens) * msPerToken) / 1000)),
    }
  }

  #add(key: string, limit: number, nowMs: number): Bucket {
    if (this.#buckets.size >= this.#maxBuckets) this.#makeRoom(nowMs)
    const bucket = { tokens: limit, filledAtMs: nowMs, limit }
    this.#buckets.set(key, bucket)
    return bucket
  }

  /** A full bucket is the same as none. If too few are full, the oldest go too, which only ever favours the caller. */
  #makeRoom(nowMs: number): void {
    const room = Math.ceil(this.#maxBuckets / 10) // a tenth at a time, so that the walk is paid by many insertions
    for (const [key, bucket] of this.#buckets) {
      if (tokensAt(bucket, nowMs, bucket.limit) >= bucket.limit) this.#buckets.delete(key)
    }
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= this.#maxBuckets - room) return
      this.#buckets.delete(key)
    }
  }
}

/** A clock that steps back fills nothing and takes nothing. A changed limit applies at once; it adds no tokens by itself. */
function tokensAt(bucket: Bucket, nowMs: number, limit: number): number {
  const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs)
  return Math.min(limit, bucket.tokens + (elapsedMs * limit) / windowMs)
}
