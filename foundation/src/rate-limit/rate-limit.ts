/** Rate limits: token buckets in the memory of one process, and the headers that show where a bucket stands. */
export { rateLimitHeaders } from './rate-limit-headers.ts'
export { type RateVerdict, TokenBuckets } from './token-buckets.ts'
