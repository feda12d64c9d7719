import { Problem } from '../../problem.ts'
import { generateToken, hashToken } from '../../secret-token.ts'
import { handOverSubjectsOf, rangeOf } from '../model/attempt-delays.ts'
import { clientName } from '../oauth/model/client.ts'
import { OAuthFailure } from '../oauth/model/oauth-failure.ts'
import type { HandOverDeps } from './hand-over.ts'
import * as store from './hand-over-store.ts'
import { generateUserCode } from './model/user-code.ts'

export const deviceBrand = 'svd_'
/** For a person to find a browser and sign in. */
const lastsMs = 10 * 60_000
/** Of the installation, that nobody has decided on. */
const maxOpen = 1_000

export type NewHandOver = { deviceCode: string; userCode: string; expiresInSeconds: number }
export type AskForKey = (given: { machine: unknown; address: string }) => Promise<NewHandOver>

/** Anybody may ask. One range of addresses that asks often waits longer and longer. */
export function makeAskForKey({ now, randomBytes, limitAttempts }: HandOverDeps): AskForKey {
  return async ({ machine, address }) => {
    const deviceCode = generateToken(deviceBrand, randomBytes)
    const at = now()
    const asked = {
      userCode: generateUserCode(randomBytes),
      machine: clientName(machine) ?? 'a machine that gives no name',
      askedFrom: rangeOf(address),
      createdAt: at,
      expiresAt: new Date(at.getTime() + lastsMs),
    }
    let isKept = false
    // Counted also where there are too many: who asks in vain waits as others do.
    await limitAttempts(handOverSubjectsOf(address), async (tx) => {
      isKept = await store.insert(tx, hashToken(deviceBrand, deviceCode)!, asked, maxOpen)
    }).catch(tooMany)
    if (!isKept)
      throw new OAuthFailure('temporarily_unavailable', 'Too many keys are asked for at this moment. Try later.', 503)
    return { deviceCode, userCode: asked.userCode, expiresInSeconds: lastsMs / 1_000 }
  }
}

function tooMany(error: unknown): never {
  if (error instanceof Problem && error.code === 'rate-limited')
    throw new OAuthFailure('temporarily_unavailable', 'Too many keys were asked for from this address.', 429)
  throw error
}
