/** The second factor of people in tests, as an app of theirs would have it. */

import type { Administration } from '@service/foundation/administration/administration.ts'
import { codeAt, stepAt } from '@service/foundation/sign-in/second-factor/totp.ts'
import { pageHeaders, sessionHeaders } from './signed-in.ts'

type Service = { baseUrl: string; administration: Administration }
type Person = { userId: string; companyId: string }

/** The secret that the service showed, in base 32. */
export async function beginFactor(service: Service, person: Person): Promise<string> {
  const headers = await sessionHeaders(service, person)
  const response = await fetch(`${service.baseUrl}/auth/second-factor`, { method: 'POST', headers })
  return ((await response.json()) as { secret: string }).secret
}

/** Begun and confirmed; the secret and the recovery codes. */
export async function giveFactor(service: Service, person: Person): Promise<{ secret: string; codes: string[] }> {
  const secret = await beginFactor(service, person)
  const headers = { ...(await sessionHeaders(service, person)), ...pageHeaders, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ code: codeOf(secret, 0, service.administration.now()) })
  const response = await fetch(`${service.baseUrl}/auth/second-factor/confirm`, { method: 'POST', headers, body })
  const sent = (await response.json()) as { recoveryCodes?: string[]; recovery_codes?: string[] }
  return { secret, codes: sent.recoveryCodes ?? sent.recovery_codes ?? [] }
}

/** What the app shows, so many steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0, now = new Date()): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeAt(Uint8Array.from(bytes), stepAt(now) + steps)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
