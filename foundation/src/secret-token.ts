/**
 * Secrets that we hand out and never store: a brand, 43 characters of base 62 (32 random bytes), 6 characters of checksum.
 *
 * The checksum (CRC-32 of all that precedes it) proves nothing about validity. It lets a scanner tell a leaked secret from
 * noise, and lets us refuse a mistyped or made-up one without asking the database.
 *
 * At rest there is only the SHA-256. The secret has 256 random bits, so a slow password hash would protect nothing
 * more, and finding the row by its hash leaves no comparison of secrets whose duration could leak something.
 */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isBase62, toBase62 } from './base62.ts'

const secretBytes = 32
const secretLength = 43
const checksumLength = 6

export const tokenLength = (brand: string): number => brand.length + secretLength + checksumLength

/** A new secret from 32 bytes of a cryptographic random source. */
export function generateToken(brand: string, randomBytes: (count: number) => Uint8Array): string {
  const bytes = randomBytes(secretBytes)
  if (bytes.length !== secretBytes) throw new RangeError(`a key needs ${secretBytes} random bytes, got ${bytes.length}`)
  const body = brand + toBase62(bytes, secretLength)
  return body + checksum(body)
}

/** The SHA-256 of a well-formed secret; `undefined` for anything else. Needs no database, and reads no more than its length. */
export function hashToken(brand: string, text: string): Buffer | undefined {
  if (text.length !== tokenLength(brand) || !text.startsWith(brand)) return undefined
  const body = text.slice(0, -checksumLength)
  if (!isBase62(text.slice(brand.length)) || text.slice(-checksumLength) !== checksum(body)) return undefined
  return hash('sha256', text, 'buffer')
}

function checksum(body: string): string {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, crc32(body))
  return toBase62(bytes, checksumLength)
}
