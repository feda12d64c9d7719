/**
 * Codes that an app makes of a shared secret and the time: RFC 6238 with SHA-1, six digits and 30 seconds, which is what every
 * app knows. A code is accepted a step early or late, for clocks differ.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 (section 4) recommends. */
export const secretBytes = 20

/** RFC 4648, without padding: as apps read it, and as people type it. */
export function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

/** The step whose code this is, newer than `lastStep`; undefined where it is none of them. */
export function stepOf(secret: Uint8Array, code: string, now: Date, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = stepAt(now)
  return [current, current - 1, current + 1].find(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  )
}

/** What apps read as a link (or as the picture of one). */
export function otpauthUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
