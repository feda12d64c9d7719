/**
 * The secret that a receiver and we share. Either generated here, `whsec_` and base64 of 32 random bytes, or given by the
 * customer, any text of 1 to 500 characters.
 */
import type { InputFaults } from '../../input-faults.ts'

const prefix = 'whsec_'
const generatedBytes = 32
export const maxSecretLength = 500

export const generateSecret = (randomBytes: (count: number) => Uint8Array): string =>
  prefix + Buffer.from(randomBytes(generatedBytes)).toString('base64')

/** Receivers decode what follows `whsec_` as base64 (Standard Webhooks), so it must be base64. */
export function checkSecret(faults: InputFaults, path: string, secret: string): void {
  if (secret.length < 1 || secret.length > maxSecretLength)
    faults.add(path, `must have 1 to ${maxSecretLength} characters`)
  else if (!secret.isWellFormed()) faults.add(path, 'must be well-formed Unicode: it contains an unpaired surrogate')
  else if (/\p{Cc}/u.test(secret)) faults.add(path, 'must not contain control characters such as a line break')
  else if (secret.startsWith(prefix) && !encodedBytes(secret)) {
    faults.add(path, `begins with ${prefix}, so base64 must follow`)
  }
}

/** As given, in UTF-8: keys `X-Service-Signature`. */
export const contractKeyBytes = (secret: string): Uint8Array => Buffer.from(secret)

/** Keys the Standard Webhooks signature: what `whsec_` encodes, any other secret as it is. */
export const standardKeyBytes = (secret: string): Uint8Array => encodedBytes(secret) ?? contractKeyBytes(secret)

function encodedBytes(secret: string): Uint8Array | undefined {
  if (!secret.startsWith(prefix)) return undefined
  const encoded = secret.slice(prefix.length)
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === encoded ? bytes : undefined
}
