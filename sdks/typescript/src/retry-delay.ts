/** How long to wait before the next attempt. */

const firstMs = 500
const maxMs = 8_000
const maxJitter = 0.25
/** A service that asks for more than this is not waited for. */
const maxRetryAfterMs = 60_000

/** Before retry `retry` (from 0). `random` is in [0, 1). */
export const backoffMs = (retry: number, random: number): number =>
  Math.min(firstMs * 2 ** retry, maxMs) * (1 - maxJitter * random)

/** Undefined if the service asks for more patience than there is. */
export function retryDelayMs(retry: number, retryAfterMs: number | undefined, random: number): number | undefined {
  if (retryAfterMs === undefined) return backoffMs(retry, random)
  return retryAfterMs <= maxRetryAfterMs ? retryAfterMs : undefined
}

/** `Retry-After` as seconds or as a date, which the clock of the service counts from where it is known. */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) return undefined
  const sentAt = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(sentAt) ? nowMs : sentAt))
}
