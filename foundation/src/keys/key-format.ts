/** An API key as its owner holds it: `svc_` and a secret with a checksum (`secret-token.ts`). */
import { generateToken, hashToken, tokenLength } from '../secret-token.ts'

const brand = 'svc_'

export const keyLength = tokenLength(brand)

/** The parts of a key that may be kept and shown. */
export type KeyMark = {
  sha256: Uint8Array
  /** Brand and the first four characters of the secret. */
  prefix: string
  lastFour: string
}

/** A new key from 32 bytes of a cryptographic random source. */
export const generateKey = (randomBytes: (count: number) => Uint8Array): string => generateToken(brand, randomBytes)

/** The mark of a well-formed key; `undefined` for anything else. Needs no database, and reads no more than a key's length. */
export function parseKey(text: string): KeyMark | undefined {
  const sha256 = hashToken(brand, text)
  return sha256 && { sha256, prefix: text.slice(0, brand.length + 4), lastFour: text.slice(-4) }
}
