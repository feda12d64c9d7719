/**
 * An API key as its owner holds it: `svc_`, 43 characters of base 62 (32 random bytes), 6 characters of checksum.
 *
 * The checksum (CRC-32 of all that precedes it) proves nothing about validity. It lets a scanner tell a leaked key from
 * noise, and lets us refuse a mistyped or made-up one without asking the database.
 *
 * At rest there is only the SHA-256. The secret has 256 random bits, so a slow password hash would protect nothing
 * more, and finding the row by its hash leaves no comparison of secrets whose duration could leak something.
 */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isBase62, toBase62 } from './base62.ts'

const brand = 'svc_'
const secretBytes = 32
const secretLength = 43
const checksumLength = 6

export const keyLength = brand.length + secretLength + checksumLength

/** The parts of a key that may be kept and shown. */
export type KeyMark = {
  sha256: Uint8Array
  /** Brand and the first four characters of the secret. */
  prefix: string
  lastFour: string
}

/** A new key from 32 bytes of a cryptographic random source. */
export function generateKey(randomBytes: (count: number) => Uint8Array): string {
  const bytes = randomBytes(secretBytes)
  if (bytes.length !== secretBytes) throw new RangeError(`a key needs ${secretBytes} random bytes, got ${bytes.length}`)
  const body = brand + toBase62(bytes, secretLength)
  return body + checksum(body)
}

/** The mark of a well-formed key; `undefined` for anything else. Needs no database, and reads no more than a key's length. */
export function parseKey(text: string): KeyMark | undefined {
  if (text.length !== keyLength || !text.startsWith(brand)) return undefined
  const body = text.slice(0, -checksumLength)
  if (!isBase62(text.slice(brand.length)) || text.slice(-checksumLength) !== checksum(body)) return undefined
  return { sha256: hash('sha256', text, 'buffer'), prefix: text.slice(0, brand.length + 4), lastFour: text.slice(-4) }
}

function checksum(body: string): string {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, crc32(body))
  return toBase62(bytes, checksumLength)
}
