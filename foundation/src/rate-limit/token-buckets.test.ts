import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { TokenBuckets } from './token-buckets.ts'

function bucketsAt(startMs = 0, maxBuckets = 1_000) {
  const clock = { ms: startMs }
  return { clock, buckets: new TokenBuckets({ nowMs: () => clock.ms, maxBuckets }) }
}

test('a full bucket allows its limit at once and refuses the next', () => {
  const { buckets } = bucketsAt()
  const verdicts = Array.from({ length: 121 }, () => buckets.take('a', 120))
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(120)
  expect(verdicts[0]).toEqual({ allowed: true, limit: 120, remaining: 119, resetSeconds: 1, retryAfterSeconds: 0 })
  expect(verdicts[120]).toEqual({ allowed: false, limit: 120, remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 })
})

test('keys do not share a bucket', () => {
  const { buckets } = bucketsAt()
  expect(buckets.take('a', 1).allowed).toBe(true)
  expect(buckets.take('b', 1).allowed).toBe(true)
  expect(buckets.take('a', 1).allowed).toBe(false)
})

test('waiting for as long as Retry-After says is enough', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(fc.nat(500), { maxLength: 50 }), (limit, waits) => {
      const { clock, buckets } = bucketsAt()
      for (const wait of waits) {
        clock.ms += wait
        const { allowed, retryAfterSeconds } = buckets.take('a', limit)
        if (allowed) continue
        clock.ms += retryAfterSeconds * 1000
        expect(buckets.take('a', limit).allowed).toBe(true)
      }
    }),
  )
})

test('in any interval at most the limit and the refill pass', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.integer({ min: -200, max: 2_000 }), { minLength: 1, maxLength: 400 }),
      (limit, steps) => {
        const { clock, buckets } = bucketsAt(1_000_000)
        let allowed = 0
        let latestMs = clock.ms
        for (const step of steps) {
          clock.ms += step // may step back
          latestMs = Math.max(latestMs, clock.ms)
          const verdict = buckets.take('a', limit)
          if (verdict.allowed) allowed += 1
          expect(verdict.remaining).toBeGreaterThanOrEqual(0)
          expect(verdict.remaining).toBeLessThanOrEqual(limit)
        }
        expect(allowed).toBeLessThanOrEqual(limit + ((latestMs - 1_000_000) * limit) / 60_000 + 1e-6)
      },
    ),
  )
})

test('a lowered limit applies at once, a raised one adds no tokens by itself', () => {
  const { clock, buckets } = bucketsAt()
  buckets.take('a', 120)
  expect(buckets.take('a', 10).remaining).toBe(9)
  expect(buckets.take('a', 120).remaining).toBe(8)
  clock.ms += 1_000
  expect(buckets.take('a', 120).remaining).toBe(9)
})

test('memory stays bounded: full buckets go first, then the oldest', () => {
  const { clock, buckets } = bucketsAt(0, 100)
  for (let i = 0; i < 50; i++) buckets.take(`early-${i}`, 60)
  clock.ms += 5_000 // the early ones are full again
  for (let i = 0; i < 50; i++) buckets.take(`busy-${i}`, 1)
  buckets.take('one more', 60)
  expect(buckets.size).toBe(51)
  expect(buckets.take('busy-0', 1).allowed).toBe(false)
  for (let i = 0; i < 100_000; i++) buckets.take(`stranger-${i}`, 1)
  expect(buckets.size).toBeLessThanOrEqual(100)
})

test('the headers are those of the IETF draft', () => {
  const { clock, buckets } = bucketsAt()
  for (let i = 0; i < 70; i++) buckets.take('a', 120)
  expect(rateLimitHeaders(buckets.take('a', 120))).toEqual({
    'RateLimit-Policy': '"default";q=120;w=60',
    RateLimit: '"default";r=49;t=36',
  })
  for (let i = 0; i < 49; i++) buckets.take('a', 120)
  clock.ms += 100
  expect(rateLimitHeaders(buckets.take('a', 120))).toEqual({
    'RateLimit-Policy': '"default";q=120;w=60',
    RateLimit: '"default";r=0;t=60',
    'Retry-After': '1',
  })
})
