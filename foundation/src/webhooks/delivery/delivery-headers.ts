import { LruMap } from '../../lru-map.ts'
import type { Sealer } from '../../sealing/sealing.ts'
import type { ClaimedDelivery } from '../model/delivery.ts'
import { type SigningKeys, sign, signingKeysOf } from './sign.ts'

/** Throws `SealError` where a secret does not open: a delivery that must be signed is not sent without. */
export type HeadersOf = (delivery: ClaimedDelivery, body: string, at: Date) => Record<string, string>

const userAgent = 'Service-Webhooks/1'

/** Registrations whose opened secrets stay in memory: opening one costs as much as signing with it. */
const rememberedSecrets = 2_000

/** The headers of an attempt; `at` is when it is made. */
export function makeHeadersOf({ sealer }: { sealer: Sealer }): HeadersOf {
  const opened = new LruMap<string, SigningKeys>(rememberedSecrets)
  const keysOf = (sealed: string, webhookId: string): SigningKeys => {
    const known = opened.get(sealed)
    if (known) return known
    const keys = signingKeysOf(sealer.open(sealed, webhookId))
    opened.set(sealed, keys)
    return keys
  }
  return ({ id, webhookId, kind, attempt, secretSealed, previousSecretSealed }, body, at) => {
    const timestamp = Math.floor(at.getTime() / 1000)
    const keys: SigningKeys[] = []
    if (secretSealed !== null) keys.push(keysOf(secretSealed, webhookId))
    if (secretSealed !== null && previousSecretSealed !== null) keys.push(keysOf(previousSecretSealed, webhookId))
    return {
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
      'X-Service-Event': kind,
      'X-Service-Delivery': id,
      'X-Service-Attempt': String(attempt),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...sign({ id, timestamp, body }, keys),
    }
  }
}
