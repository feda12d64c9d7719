/**
 * Signatures of a delivery, by which a receiver knows that it came from us, unchanged.
 *
 * Two forms go out beside each other. `X-Service-Signature` is the HMAC-SHA256 of the body in lowercase hexadecimal, by
 * the newest secret. `webhook-signature` is that of Standard Webhooks 1.0.0 (standardwebhooks.com): of the delivery's id,
 * the attempt's time and the body, in base64, which also shows a replay; while a rotation's grace period lasts it holds
 * one signature by each secret, the newest first.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { contractKeyBytes, standardKeyBytes } from '../model/webhook-secret.ts'

export type SigningKeys = { contract: KeyObject; standard: KeyObject }

export const signingKeysOf = (secret: string): SigningKeys => ({
  contract: createSecretKey(contractKeyBytes(secret)),
  standard: createSecretKey(standardKeyBytes(secret)),
})

export type Signatures = { 'X-Service-Signature'?: string; 'webhook-signature'?: string }

/** `keys`, the newest first; without any, nothing is signed. `timestamp` in seconds. */
export function sign(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  keys: readonly SigningKeys[],
): Signatures {
  const [newest] = keys
  if (!newest) return {}
  const standardSignature = ({ standard }: SigningKeys) =>
    `v1,${createHmac('sha256', standard).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  return {
    'X-Service-Signature': createHmac('sha256', newest.contract).update(body).digest('hex'),
    'webhook-signature': keys.map(standardSignature).join(' '),
  }
}
