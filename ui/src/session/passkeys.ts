/** Passkeys: what the service asks for, as the browser wants it, and the other way round. */
import { Refusal } from '../api/api.ts'
import { account } from '../app/app.ts'
import type { Session } from './session-context.ts'

type Challenge = { challenge: string; rpId: string; allow: readonly string[] }
type Assertion = { credentialId: string; clientData: string; authenticatorData: string; signature: string }
type Attestation = { name: string; credentialId: string; clientData: string; attestation: string }
type Offer = Omit<Challenge, 'allow'> & {
  userHandle: string
  account: string
  algorithms: readonly number[]
  exclude: readonly string[]
}

/** The steps of adding and using a passkey, which are of use to pages of the service alone and in no document. */
const passkeySteps = {
  begin: () => account.post<Offer>('/auth/passkeys/begin', {}),
  add: (given: Attestation) => account.post<{ id: string }>('/auth/passkeys/finish', given),
  beginSignIn: () => account.post<Challenge>('/auth/sign-in/passkey/begin', {}),
  signIn: (given: Assertion & { email?: string }) => account.post<Session>('/auth/sign-in/passkey', given),
  beginStepUp: () => account.post<Challenge>('/auth/step-up/passkey/begin', {}),
  stepUp: (given: Assertion) => account.post<Session>('/auth/step-up/passkey', given),
}

export async function addPasskey(name: string): Promise<void> {
  const { challenge, rpId, userHandle, account: known, algorithms, exclude } = await passkeySteps.begin()
  const made = await fromBrowser(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId, name: rpId },
        user: { id: bytesOf(userHandle), name: known, displayName: known },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: exclude.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
        timeout: timeoutMs,
      },
    }),
  )
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  const given = { clientData: textOf(clientDataJSON), attestation: textOf(attestationObject) }
  await passkeySteps.add({ name, credentialId: textOf(made.rawId), ...given })
}

/** `email` of the account that is meant; none where it is empty. */
export async function signInByPasskey(email: string): Promise<Session> {
  const signed = await sign(await passkeySteps.beginSignIn())
  return passkeySteps.signIn({ ...signed, ...(email !== '' && { email }) })
}

export async function proveByPasskey(): Promise<Session> {
  const asked = await passkeySteps.beginStepUp()
  if (asked.allow.length === 0) throw new Refusal('You have no passkey for this address.', { status: 409 })
  return passkeySteps.stepUp(await sign(asked))
}

async function sign({ challenge, rpId, allow }: Challenge) {
  const signed = await fromBrowser(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        allowCredentials: allow.map(descriptorOf),
        userVerification: 'required',
        timeout: timeoutMs,
      },
    }),
  )
  const { clientDataJSON, authenticatorData, signature } = signed.response as AuthenticatorAssertionResponse
  return {
    credentialId: textOf(signed.rawId),
    clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  }
}

const timeoutMs = 4 * 60_000

const words: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: the browser was told to stop, or it took too long.',
  InvalidStateError: 'This device has a passkey of this account already.',
  NotSupportedError: 'This device has no passkeys that this service can use.',
  SecurityError: 'This browser uses no passkeys at this address.',
}

/** In words what the browser says when it has none to give. */
async function fromBrowser(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (error) {
    const known = error instanceof DOMException ? words[error.name] : undefined
    if (known !== undefined) throw new Refusal(known, { status: 0 })
    throw error
  }
  throw new Refusal(words.NotAllowedError ?? '', { status: 0 })
}

const descriptorOf = (id: string) => ({ type: 'public-key' as const, id: bytesOf(id) })

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
