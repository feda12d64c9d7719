/**
 * What the library checks of an authenticator's message: type, challenge, origin, RP ID, presence and verification of the
 * person, key and signature. It is loaded when the first passkey is used. What an authenticator says of its maker (the
 * attestation) is not asked for, and left out before anything reads it: with it go the certificates of strangers.
 */
import type { PasskeySite } from './passkey-site.ts'

/** Binary fields are base64url without padding. */
export type Registration = { credentialId: string; clientData: string; attestation: string }
export type Assertion = { credentialId: string; clientData: string; authenticatorData: string; signature: string }

export type NewCredential = { credentialId: Buffer; publicKey: Buffer; signCount: number; isSynced: boolean }

/** EdDSA, ES256 and RS256, as COSE numbers them; the first that an authenticator knows is used. */
export const algorithms = [-8, -7, -257]

/** The challenge that was signed, if this is a browser's message from a page that no other page has framed. */
export function challengeOf(clientData: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    if (typeof read !== 'object' || read === null) return undefined
    const { challenge, crossOrigin } = read as { challenge?: unknown; crossOrigin?: unknown }
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Undefined where anything is wrong with it. */
export async function verifyRegistration(
  given: Registration,
  challenge: string,
  { rpId, origin }: PasskeySite,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.credentialId,
        rawId: given.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: given.clientData, attestationObject: await withoutAttestation(given.attestation) },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    if (credential.id !== given.credentialId) return undefined
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      isSynced: credentialBackedUp,
    }
  } catch {
    return undefined // the library throws for whatever is wrong, and for what cannot be read
  }
}

/** Undefined where anything is wrong with it. Whether its count has risen is for the caller to judge. */
export async function verifyAssertion(
  given: Assertion,
  challenge: string,
  { rpId, origin }: PasskeySite,
  known: { publicKey: Uint8Array },
): Promise<{ signCount: number; isSynced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: given.credentialId,
        rawId: given.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.clientData,
          authenticatorData: given.authenticatorData,
          signature: given.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: given.credentialId,
        publicKey: Uint8Array.from(known.publicKey),
        counter: 0,
      },
    })
    if (!verified) return undefined
    return { signCount: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}

async function withoutAttestation(attestation: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64url'))).get('authData')
  const bare = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(bare as Parameters<typeof isoCBOR.encode>[0])).toString('base64url')
}
